-- Ether at deposit addresses as their balances show it: what contracts pass on leaves no transaction to the address, no sender, and only the blocks
-- between two looks. It never leaves again, since the contracts of the addresses move tokens alone.
ALTER TABLE crypto.unrecognized ALTER COLUMN from_address DROP NOT NULL;
ALTER TABLE crypto.unrecognized ALTER COLUMN transaction_hash DROP NOT NULL;
-- It came after this block, and not after block_number.
ALTER TABLE crypto.unrecognized ADD COLUMN after_block bigint;
ALTER TABLE crypto.unrecognized ADD CHECK ((transaction_hash IS NULL) = (after_block IS NOT NULL) AND (from_address IS NULL) = (after_block IS NOT NULL));

-- Amounts of ether that cost their sender next to nothing are spam, as worthless tokens are.
ALTER TABLE crypto.unrecognized DROP CONSTRAINT unrecognized_kind_check;
ALTER TABLE crypto.unrecognized ADD CONSTRAINT unrecognized_kind_check
  CHECK (kind IN ('unknown_token', 'native_coin', 'dust_coin', 'zero_amount', 'from_house'));
UPDATE crypto.unrecognized SET kind = 'dust_coin' WHERE kind = 'native_coin' AND amount < 1000000000000000;
DROP INDEX crypto.unrecognized_spam;
DROP INDEX crypto.unrecognized_money;
CREATE INDEX unrecognized_spam ON crypto.unrecognized (seen_at DESC, id DESC) WHERE kind IN ('unknown_token', 'zero_amount', 'dust_coin');
CREATE INDEX unrecognized_money ON crypto.unrecognized (seen_at DESC, id DESC) WHERE NOT kind IN ('unknown_token', 'zero_amount', 'dust_coin');

-- Up to which block the ether of an address was compared with what is listed, and up to which it was all listed.
CREATE TABLE crypto.ether_look (
  account_id   uuid PRIMARY KEY,
  looked_block bigint NOT NULL,
  agreed_block bigint NOT NULL CHECK (agreed_block <= looked_block)
);
CREATE INDEX ether_look_next ON crypto.ether_look (looked_block);
