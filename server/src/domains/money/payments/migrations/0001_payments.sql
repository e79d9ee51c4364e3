CREATE SCHEMA payments;

-- At most three live accounts a person: three slots, each taken once. Deleted accounts stay for the movements that used them.
CREATE TABLE payments.bank_account (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL,
  slot         integer NOT NULL CHECK (slot BETWEEN 1 AND 3),
  alias        text NOT NULL,
  alias_key    text NOT NULL,
  bank_id      integer NOT NULL,
  account_type integer NOT NULL CHECK (account_type IN (9, 10)),
  number       text NOT NULL CHECK (number ~ '^[0-9]{6,20}$'),
  created_at   timestamptz NOT NULL,
  changed_at   timestamptz NOT NULL,
  deleted_at   timestamptz
);
CREATE UNIQUE INDEX bank_account_slot ON payments.bank_account (account_id, slot) WHERE deleted_at IS NULL;
CREATE UNIQUE INDEX bank_account_alias ON payments.bank_account (account_id, alias_key) WHERE deleted_at IS NULL;

-- id: the operation of the caller, the reference at the provider. payer: who pays, as the provider was told.
CREATE TABLE payments.deposit (
  id                      uuid PRIMARY KEY,
  account_id              uuid NOT NULL,
  request_hash            text NOT NULL,
  bank_account_id         uuid NOT NULL,
  bank_id                 integer NOT NULL,
  account_alias           text NOT NULL,
  account_type            integer NOT NULL,
  account_number          text NOT NULL,
  amount                  numeric(78,0) NOT NULL CHECK (amount > 0),
  payer                   jsonb NOT NULL,
  terms_accepted_at       timestamptz,
  state                   text NOT NULL CHECK (state IN ('PENDING', 'COMPLETED', 'FAILED', 'EXPIRED')),
  reason                  text,
  provider_transaction_id text UNIQUE,
  payment_url             text,
  bank_reference          text,
  created_at              timestamptz NOT NULL,
  ended_at                timestamptz,
  CHECK ((ended_at IS NULL) = (state = 'PENDING'))
);
CREATE INDEX deposit_account ON payments.deposit (account_id, created_at DESC);

-- id: the operation of the caller, the hold in the ledger, the reference and idempotency key at the provider.
CREATE TABLE payments.withdrawal (
  id              uuid PRIMARY KEY,
  account_id      uuid NOT NULL,
  request_hash    text NOT NULL,
  bank_account_id uuid NOT NULL,
  bank_id         integer NOT NULL,
  account_alias   text NOT NULL,
  account_type    integer NOT NULL,
  account_number  text NOT NULL,
  amount          numeric(78,0) NOT NULL CHECK (amount > 0),
  payee           jsonb NOT NULL,
  state           text NOT NULL CHECK (state IN ('HELD', 'SENDING', 'UNKNOWN', 'PROCESSING', 'COMPLETED', 'RETURNED', 'CANCELLED')),
  reason          text,
  reason_code     text,
  payout_id       text UNIQUE,
  pay_after       timestamptz NOT NULL,
  -- Set while an attempt may have been paid: the first such attempt, and the last.
  first_sent_at   timestamptz,
  last_sent_at    timestamptz,
  -- The provider said so: then a payment exists, even when its reference is not found.
  is_key_used     boolean NOT NULL DEFAULT false,
  created_at      timestamptz NOT NULL,
  ended_at        timestamptz,
  CHECK ((ended_at IS NULL) = (state IN ('HELD', 'SENDING', 'UNKNOWN', 'PROCESSING')))
);
CREATE INDEX withdrawal_account ON payments.withdrawal (account_id, created_at DESC);
CREATE INDEX withdrawal_open ON payments.withdrawal (bank_account_id) WHERE ended_at IS NULL;

-- What the customer sees as the timeline. Insert only.
CREATE TABLE payments.state_change (
  id          uuid PRIMARY KEY,
  movement_id uuid NOT NULL,
  state       text NOT NULL,
  note        text,
  at          timestamptz NOT NULL
);
CREATE INDEX state_change_movement ON payments.state_change (movement_id, id);

-- Every well-signed event of a provider, once. subject_id: what to ask the provider about.
CREATE TABLE payments.provider_event (
  id          uuid PRIMARY KEY,
  provider    text NOT NULL,
  checksum    text NOT NULL,
  subject_id  text,
  is_stale    boolean NOT NULL,
  body        text NOT NULL,
  outcome     text,
  received_at timestamptz NOT NULL,
  UNIQUE (provider, checksum)
);

CREATE VIEW payments.movement AS
  SELECT id, 'DEPOSIT' AS kind, account_id, amount, state, reason, bank_id, account_alias, account_type, account_number,
         bank_reference, payment_url, created_at, ended_at FROM payments.deposit
  UNION ALL
  SELECT id, 'WITHDRAWAL', account_id, amount, state, reason, bank_id, account_alias, account_type, account_number,
         payout_id, NULL, created_at, ended_at FROM payments.withdrawal;
