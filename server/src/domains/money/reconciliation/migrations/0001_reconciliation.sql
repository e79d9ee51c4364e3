CREATE SCHEMA reconciliation;

-- The newest answer of each comparison. `seen`: how many passes in a row found the same difference.
CREATE TABLE reconciliation.figure (
  check_name text NOT NULL,
  asset      text NOT NULL,
  subject    text NOT NULL DEFAULT '',
  expected   numeric(78, 0) NOT NULL,
  actual     numeric(78, 0) NOT NULL,
  seen       integer NOT NULL,
  checked_at timestamptz NOT NULL,
  PRIMARY KEY (check_name, asset, subject)
);

-- When each part of a pass last came to its end, and why not since.
CREATE TABLE reconciliation.run (
  part        text PRIMARY KEY,
  finished_at timestamptz,
  failed_at   timestamptz,
  failure     text
);

-- How far what only grows has been looked at.
CREATE TABLE reconciliation.place (
  name text PRIMARY KEY,
  seq  bigint NOT NULL,
  text text NOT NULL DEFAULT ''
);

CREATE TABLE reconciliation.difference (
  id         uuid PRIMARY KEY,
  check_name text NOT NULL,
  asset      text NOT NULL,
  subject    text NOT NULL,
  expected   numeric(78, 0) NOT NULL,
  actual     numeric(78, 0) NOT NULL,
  -- whether it stops who takes from the asset
  freezes    boolean NOT NULL,
  state      text NOT NULL CHECK (state IN ('open', 'explained', 'closed')),
  opened_at  timestamptz NOT NULL,
  ended_at   timestamptz,
  ended_by   uuid,
  reason     text
);
-- One for each thing that differs, whoever finds it first.
CREATE UNIQUE INDEX difference_open ON reconciliation.difference (check_name, asset, subject) WHERE state = 'open';
CREATE INDEX difference_listed ON reconciliation.difference (opened_at DESC, id DESC);

CREATE TABLE reconciliation.state_history (
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
CREATE INDEX state_history_subject ON reconciliation.state_history (subject_id, id);

-- Heads of the ledger that were signed and announced.
CREATE TABLE reconciliation.ledger_head (
  seq        bigint PRIMARY KEY,
  hash       text NOT NULL,
  signed_at  timestamptz NOT NULL,
  public_key text NOT NULL,
  signature  text NOT NULL
);
