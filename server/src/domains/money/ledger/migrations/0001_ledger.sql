-- The books. No triggers, sequences, foreign keys or advisory locks: the same statements run on distributed engines that speak
-- PostgreSQL. `shard` leads every key so that the books can be split over machines later; today it is always 0.
CREATE SCHEMA ledger;

-- posted = credits − debits. floor NULL: the outside world, may go below zero.
CREATE TABLE ledger.account (
  shard smallint NOT NULL,
  id uuid NOT NULL,
  asset text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('customer', 'system')),
  owner uuid,
  name text,
  floor numeric(78, 0),
  posted numeric(78, 0) NOT NULL DEFAULT 0,
  held numeric(78, 0) NOT NULL DEFAULT 0,
  version bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (shard, id),
  CONSTRAINT account_held_not_negative CHECK (held >= 0),
  CONSTRAINT account_not_overdrawn CHECK (floor IS NULL OR posted - held >= floor)
) WITH (fillfactor = 60); -- room for the next version of a row on its own page: no index is touched by a posting
CREATE INDEX account_of_owner ON ledger.account (shard, owner) WHERE owner IS NOT NULL;

-- INSERT only. Both running balances are in the row, so a balance at any version is one look-up. Times have milliseconds, since
-- that is what the hash covers. hold and release have no credit side.
CREATE TABLE ledger.transfer (
  shard smallint NOT NULL,
  id uuid NOT NULL,
  group_id uuid NOT NULL,
  batch_seq bigint NOT NULL,
  kind text NOT NULL CHECK (kind IN ('post', 'hold', 'settle', 'release', 'reverse')),
  code text NOT NULL,
  ref uuid,
  target_id uuid,
  asset text NOT NULL,
  amount numeric(78, 0) NOT NULL CHECK (amount > 0),
  debit uuid NOT NULL,
  debit_version bigint NOT NULL,
  debit_posted numeric(78, 0) NOT NULL,
  debit_held numeric(78, 0) NOT NULL,
  credit uuid CHECK (credit <> debit),
  credit_version bigint,
  credit_posted numeric(78, 0),
  credit_held numeric(78, 0),
  expires_at timestamptz(3),
  effective_at timestamptz(3) NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  request_hash bytea NOT NULL,
  row_hash bytea NOT NULL,
  PRIMARY KEY (shard, id),
  UNIQUE (shard, debit, debit_version),
  UNIQUE (shard, credit, credit_version),
  CHECK ((credit IS NULL) = (kind IN ('hold', 'release')))
);
CREATE INDEX transfer_of_batch ON ledger.transfer (shard, batch_seq);
CREATE INDEX transfer_of_ref ON ledger.transfer (shard, ref) WHERE ref IS NOT NULL;
CREATE UNIQUE INDEX transfer_reversed_once ON ledger.transfer (shard, target_id) WHERE kind = 'reverse';

CREATE TABLE ledger.hold (
  shard smallint NOT NULL,
  id uuid NOT NULL,
  account uuid NOT NULL,
  left_amount numeric(78, 0) NOT NULL CHECK (left_amount >= 0),
  expires_at timestamptz(3),
  version bigint NOT NULL,
  PRIMARY KEY (shard, id)
);
CREATE INDEX hold_open ON ledger.hold (shard, account) WHERE left_amount > 0;
CREATE INDEX hold_expiring ON ledger.hold (shard, expires_at) WHERE left_amount > 0 AND expires_at IS NOT NULL;

-- SHA-256 over the transfers of a batch and the hash before. A row is written only if every other row of its statement was.
CREATE TABLE ledger.batch (
  shard smallint NOT NULL,
  seq bigint NOT NULL,
  size integer NOT NULL,
  previous bytea NOT NULL,
  hash bytea NOT NULL,
  epoch bigint NOT NULL,
  recorded_at timestamptz(3) NOT NULL,
  complete boolean NOT NULL CONSTRAINT batch_complete CHECK (complete),
  PRIMARY KEY (shard, seq)
);

-- End of the chain, and who wrote it: every writer changes this row first, so batches have one order and it is the commit order.
CREATE TABLE ledger.head (
  shard smallint PRIMARY KEY,
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  holder uuid,
  epoch bigint NOT NULL,
  recorded_at timestamptz(3) NOT NULL
) WITH (fillfactor = 10);
INSERT INTO ledger.head (shard, seq, hash, epoch, recorded_at) VALUES (0, 0, decode(repeat('00', 32), 'hex'), 0, '1970-01-01T00:00:00Z');

-- For read models: one row for each account and transfer. `amount` changes `posted`, `held_change` changes `held`.
CREATE VIEW ledger.entry AS
SELECT a.shard, a.id AS account_id, a.kind AS account_kind, a.owner, a.name AS account_name, t.asset,
  'debit' AS side, t.debit_version AS version, t.id AS transfer_id, t.group_id, t.batch_seq, t.kind, t.code, t.ref, t.target_id,
  CASE WHEN t.credit IS NULL THEN 0 ELSE -t.amount END AS amount,
  CASE t.kind WHEN 'hold' THEN t.amount WHEN 'release' THEN -t.amount WHEN 'settle' THEN -t.amount ELSE 0 END AS held_change,
  t.debit_posted AS posted, t.debit_held AS held, t.effective_at, t.recorded_at
FROM ledger.transfer t JOIN ledger.account a ON a.shard = t.shard AND a.id = t.debit
UNION ALL
SELECT a.shard, a.id, a.kind, a.owner, a.name, t.asset,
  'credit', t.credit_version, t.id, t.group_id, t.batch_seq, t.kind, t.code, t.ref, t.target_id,
  t.amount, 0, t.credit_posted, t.credit_held, t.effective_at, t.recorded_at
FROM ledger.transfer t JOIN ledger.account a ON a.shard = t.shard AND a.id = t.credit;
