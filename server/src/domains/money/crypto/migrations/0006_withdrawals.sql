-- One withdrawal of tokens, to a saved address or inside to another customer (receiver_id). Amounts in base units of the asset; the hold in
-- the ledger has its id and both amounts.
CREATE TABLE crypto.withdrawal (
  id               uuid PRIMARY KEY,
  account_id       uuid NOT NULL,
  request_hash     text NOT NULL,
  saved_address_id uuid NOT NULL REFERENCES crypto.saved_address (id),
  alias            text NOT NULL,
  address          text NOT NULL,
  receiver_id      uuid,
  asset            text NOT NULL,
  amount           numeric(78,0) NOT NULL CHECK (amount > 0),
  fee              numeric(78,0) NOT NULL CHECK (fee >= 0),
  -- COP cents when it was asked for
  value_cop        numeric(78,0) NOT NULL,
  -- what the list of sanctions said when it was last asked
  sanctions        text NOT NULL CHECK (sanctions IN ('clear', 'listed', 'no_list')),
  review_reasons   text[] NOT NULL,
  -- of whoever wrote what is above: the signer believes nothing else of it
  seal             text NOT NULL,
  state            text NOT NULL CHECK (state IN ('REQUESTED', 'IN_REVIEW', 'APPROVED', 'SIGNING', 'SENT', 'CONFIRMED', 'REJECTED', 'FAILED',
    'CANCELLED')),
  -- sentence for the customer
  reason           text,
  waiting          text CHECK (waiting IN ('paused', 'on_hold', 'frozen', 'network')),
  -- two officers, and the seal of their approval
  maker_id         uuid,
  checker_id       uuid,
  approval_seal    text,
  -- until then it can be called back without a question, and nothing is sent
  send_after       timestamptz NOT NULL,
  try_at           timestamptz NOT NULL,
  created_at       timestamptz NOT NULL,
  ended_at         timestamptz,
  CHECK ((maker_id IS NULL) = (approval_seal IS NULL) AND (checker_id IS NULL) = (approval_seal IS NULL) AND maker_id <> checker_id)
);
CREATE INDEX withdrawal_due ON crypto.withdrawal (try_at, id) WHERE state IN ('REQUESTED', 'APPROVED');
CREATE INDEX withdrawal_open ON crypto.withdrawal (id) WHERE state IN ('SIGNING', 'SENT');
CREATE INDEX withdrawal_in_review ON crypto.withdrawal (created_at, id) WHERE state = 'IN_REVIEW';
CREATE INDEX withdrawal_of_account ON crypto.withdrawal (account_id, created_at DESC, id DESC);
CREATE INDEX withdrawal_of_receiver ON crypto.withdrawal (receiver_id, ended_at DESC) WHERE receiver_id IS NOT NULL;
CREATE INDEX withdrawal_of_day ON crypto.withdrawal (asset, created_at);
CREATE INDEX withdrawal_of_address ON crypto.withdrawal (saved_address_id) WHERE ended_at IS NULL;

-- The switch that stops all: the newest row says. Insert only.
CREATE TABLE crypto.withdrawal_pause (
  id         uuid PRIMARY KEY,
  is_paused  boolean NOT NULL,
  reason     text NOT NULL,
  officer_id uuid NOT NULL,
  at         timestamptz NOT NULL
);
CREATE INDEX withdrawal_pause_newest ON crypto.withdrawal_pause (at DESC, id DESC);

-- What the signer reads of a withdrawal, beside the hold of the ledger.
CREATE VIEW crypto.withdrawal_to_sign AS
  SELECT w.id, w.account_id, w.saved_address_id, w.address, w.receiver_id, w.asset, w.amount, w.fee, w.seal, w.state, w.maker_id, w.checker_id,
    w.approval_seal, s.account_id AS saved_account_id, s.address AS saved_address, s.created_at AS saved_at,
    s.seal AS saved_seal,
    coalesce((SELECT is_paused FROM crypto.withdrawal_pause ORDER BY at DESC, id DESC LIMIT 1), false) AS is_paused
  FROM crypto.withdrawal w JOIN crypto.saved_address s ON s.id = w.saved_address_id;
CREATE VIEW crypto.saved_address_to_note AS SELECT id, account_id, address FROM crypto.saved_address WHERE deleted_at IS NULL;

-- Everything that came and went, as its owner sees it: what another customer sent inside is a deposit of the one who got it.
CREATE VIEW crypto.movement AS
  SELECT id, account_id, 'DEPOSIT' AS kind, asset, amount, 0::numeric AS fee, address, NULL AS alias, state, reason, transaction_hash,
    block_number, false AS is_internal, created_at
  FROM crypto.deposit
  UNION ALL
  SELECT id, account_id, 'WITHDRAWAL', asset, amount, fee, address, alias, state, reason, NULL, NULL, receiver_id IS NOT NULL, created_at
  FROM crypto.withdrawal
  UNION ALL
  SELECT id, receiver_id, 'DEPOSIT', asset, amount, 0, address, NULL, 'COMPLETED', NULL, NULL, NULL, true, ended_at
  FROM crypto.withdrawal WHERE receiver_id IS NOT NULL AND state = 'CONFIRMED';

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

-- What the history of all rails reads (module movements). What another customer sent inside is a deposit of the one who got it.
CREATE VIEW crypto.withdrawal_movement AS
  SELECT id, account_id, 'WITHDRAWAL'::text AS kind, 'ERC20'::text AS rail, state, asset, amount, NULL::text AS received_asset,
    NULL::numeric(78,0) AS received_amount, NULL::integer AS bank_id, alias, NULL::text AS ending, address, NULL::text AS reference, created_at,
    ended_at
  FROM crypto.withdrawal
  UNION ALL
  SELECT id, receiver_id, 'DEPOSIT', 'ERC20', 'COMPLETED', asset, amount, NULL, NULL, NULL, NULL, NULL, address, NULL, ended_at, ended_at
  FROM crypto.withdrawal WHERE receiver_id IS NOT NULL AND state = 'CONFIRMED';
