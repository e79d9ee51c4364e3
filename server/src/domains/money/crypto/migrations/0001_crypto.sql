CREATE SCHEMA crypto;

-- Whose each deposit address is. The address follows from the account (CREATE2), so a row that says otherwise credits nobody.
CREATE TABLE crypto.address (
  account_id uuid PRIMARY KEY,
  address    text NOT NULL UNIQUE CHECK (address = lower(address)),
  created_at timestamptz NOT NULL
);

-- The last blocks that the scanner read, each the child of the one before: where it goes on, and how it sees a reorganisation.
CREATE TABLE crypto.block (
  number      bigint PRIMARY KEY,
  hash        text NOT NULL,
  parent_hash text NOT NULL
);

-- One transfer of an accepted token to an address of ours. The position is that of the log in its transaction: unlike the index in the
-- block, a reorganisation does not change it.
CREATE TABLE crypto.deposit (
  id               uuid PRIMARY KEY,
  chain_id         integer NOT NULL,
  transaction_hash text NOT NULL,
  log_position     integer NOT NULL,
  account_id       uuid NOT NULL,
  address          text NOT NULL,
  asset            text NOT NULL,
  amount           numeric(78,0) NOT NULL CHECK (amount > 0),
  from_address     text NOT NULL,
  block_number     bigint NOT NULL,
  block_hash       text NOT NULL,
  state            text NOT NULL CHECK (state IN ('PENDING', 'IN_REVIEW', 'COMPLETED', 'BELOW_MINIMUM', 'ORPHANED', 'DISPUTED', 'REVERSED')),
  -- code of the refusal while it is in review
  reason           text,
  -- how often it was posted: more than once only when it was taken back in between
  credits          integer NOT NULL DEFAULT 0,
  try_at           timestamptz NOT NULL,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  UNIQUE (chain_id, transaction_hash, log_position)
);
CREATE INDEX deposit_due ON crypto.deposit (try_at, id) WHERE state IN ('PENDING', 'IN_REVIEW', 'DISPUTED');
CREATE INDEX deposit_of_account ON crypto.deposit (account_id, created_at DESC, id DESC);
CREATE INDEX deposit_of_block ON crypto.deposit (block_number);

-- What came to an address of ours and is credited to nobody, for people to look at.
CREATE TABLE crypto.unrecognized (
  id               uuid PRIMARY KEY,
  kind             text NOT NULL CHECK (kind IN ('unknown_token', 'native_coin', 'zero_amount', 'from_house')),
  account_id       uuid NOT NULL,
  address          text NOT NULL,
  contract         text,
  from_address     text NOT NULL,
  amount           numeric(78,0) NOT NULL,
  transaction_hash text NOT NULL,
  block_number     bigint NOT NULL,
  seen_at          timestamptz NOT NULL
);
CREATE INDEX unrecognized_of_address ON crypto.unrecognized (address);
CREATE INDEX unrecognized_seen ON crypto.unrecognized (seen_at DESC, id DESC);

-- Who moved a deposit from which state to which, and when. Insert only.
CREATE TABLE crypto.state_history (
  id         uuid PRIMARY KEY,
  machine    text NOT NULL,
  subject_id text NOT NULL,
  -- null: it began
  from_state text,
  to_state   text NOT NULL,
  at         timestamptz NOT NULL,
  actor      text NOT NULL CHECK (actor IN ('customer', 'officer', 'provider', 'chain', 'system')),
  actor_id   uuid,
  note       text
);
CREATE INDEX state_history_subject ON crypto.state_history (subject_id, id);

-- What this module knows of a person, for the copy of their data (module reports). Amounts in base units.
CREATE VIEW crypto.personal_data AS
  SELECT account_id, 'deposit_address' AS section, created_at AS at, jsonb_build_object('address', address, 'createdAt', created_at) AS entry
  FROM crypto.address
  UNION ALL
  SELECT account_id, 'token_deposits', created_at, jsonb_build_object('id', id, 'asset', asset, 'amount', amount::text, 'from', from_address,
    'address', address, 'transactionHash', transaction_hash, 'state', state, 'createdAt', created_at)
  FROM crypto.deposit;
