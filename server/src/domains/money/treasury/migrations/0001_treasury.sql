CREATE SCHEMA treasury;

-- What two officers agreed to move between the hot and the cold wallet. Amounts in base units; addresses in lower case.
CREATE TABLE treasury.movement (
  id               uuid PRIMARY KEY,
  kind             text NOT NULL CHECK (kind IN ('sweep', 'refill')),
  asset            text NOT NULL,
  amount           numeric(78,0) NOT NULL CHECK (amount > 0),
  cold_address     text NOT NULL,
  maker_id         uuid NOT NULL,
  checker_id       uuid NOT NULL CHECK (checker_id <> maker_id),
  -- of all above, by whoever saw both agree: the signer believes nothing else of it
  seal             text NOT NULL,
  reason           text NOT NULL,
  state            text NOT NULL CHECK (state IN ('APPROVED', 'SIGNING', 'SENT', 'CONFIRMED', 'FAILED', 'CANCELLED')),
  failure          text CHECK (failure IN ('not_above_target', 'refused', 'reverted')),
  transaction_hash text,
  created_at       timestamptz NOT NULL,
  ended_at         timestamptz,
  CHECK ((failure IS NULL) = (state <> 'FAILED'))
);
-- One of each kind and asset at a time, however many ask at once.
CREATE UNIQUE INDEX movement_open ON treasury.movement (kind, asset) WHERE ended_at IS NULL;
CREATE INDEX movement_listed ON treasury.movement (created_at DESC, id DESC);

CREATE TABLE treasury.state_history (
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
CREATE INDEX state_history_subject ON treasury.state_history (subject_id, id);

-- What came from the cold wallet, once for each place in a transaction. movement_id null: nobody had asked for it.
CREATE TABLE treasury.arrival (
  id               uuid PRIMARY KEY,
  asset            text NOT NULL,
  amount           numeric(78,0) NOT NULL CHECK (amount > 0),
  transaction_hash text NOT NULL,
  block_number     bigint NOT NULL,
  movement_id      uuid UNIQUE REFERENCES treasury.movement (id),
  seen_at          timestamptz NOT NULL
);
CREATE INDEX arrival_unasked ON treasury.arrival (seen_at DESC) WHERE movement_id IS NULL;

-- Up to this block every arrival is posted. One row.
CREATE TABLE treasury.place (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  block   bigint NOT NULL
);

-- On which side of its target the hot wallet is: officers are told once for each time it leaves it.
CREATE TABLE treasury.watch (
  asset text PRIMARY KEY,
  side  text NOT NULL CHECK (side IN ('above', 'within', 'below')),
  since timestamptz NOT NULL
);

-- What the signer reads of a sweep.
CREATE VIEW treasury.movement_to_sign AS
  SELECT id, asset, amount, cold_address, state, maker_id, checker_id, seal FROM treasury.movement WHERE kind = 'sweep';
