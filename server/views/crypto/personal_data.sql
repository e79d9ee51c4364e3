-- What this module knows of a person, for the copy of their data (module reports). Amounts in base units.
CREATE OR REPLACE VIEW crypto.personal_data AS
  SELECT account_id, 'deposit_address' AS section, created_at AS at, jsonb_build_object('address', address, 'createdAt', created_at) AS entry
  FROM crypto.address
  UNION ALL
  SELECT account_id, 'token_deposits', created_at, jsonb_build_object('id', id, 'asset', asset, 'amount', amount::text, 'from', from_address,
    'address', address, 'transactionHash', transaction_hash, 'state', state, 'createdAt', created_at)
  FROM crypto.deposit
  UNION ALL
  SELECT account_id, 'saved_addresses', created_at, jsonb_build_object('id', id, 'alias', alias, 'address', address, 'createdAt', created_at,
    'deletedAt', deleted_at)
  FROM crypto.saved_address
  UNION ALL
  SELECT account_id, 'token_withdrawals', created_at, jsonb_build_object('id', id, 'asset', asset, 'amount', amount::text, 'fee', fee::text,
    'address', address, 'alias', alias, 'valueCop', value_cop::text, 'state', state, 'createdAt', created_at, 'endedAt', ended_at)
  FROM crypto.withdrawal;
