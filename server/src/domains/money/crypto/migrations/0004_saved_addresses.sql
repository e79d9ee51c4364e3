-- Where a customer's tokens may go. Nothing of it changes but that it is removed; the seal is of who wrote the row.
CREATE TABLE crypto.saved_address (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  slot       integer NOT NULL,
  alias      text NOT NULL,
  -- two aliases with one key look alike
  alias_key  text NOT NULL,
  address    text NOT NULL CHECK (address ~ '^0x[0-9a-f]{40}$'),
  seal       text NOT NULL,
  created_at timestamptz NOT NULL,
  deleted_at timestamptz
);
CREATE UNIQUE INDEX saved_address_slot ON crypto.saved_address (account_id, slot) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX saved_address_alias ON crypto.saved_address (account_id, alias_key) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX saved_address_once ON crypto.saved_address (account_id, address) WHERE deleted_at IS NULL;

-- The same with what a customer saved.
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
  FROM crypto.saved_address;
