-- What the signer reads of a trade, beside the postings of the ledger.
CREATE VIEW trading.swap_to_sign AS
  SELECT id, account_id, trade_type, token_in, token_out, maximum_in, minimum_out, state FROM trading.trade;
