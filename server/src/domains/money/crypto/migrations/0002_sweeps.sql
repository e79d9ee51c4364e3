-- A sweep that was asked for: the tokens of one address go to the hot wallet. Its operation says how it goes on.
CREATE TABLE crypto.sweep (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  asset      text NOT NULL,
  created_at timestamptz NOT NULL,
  ended_at   timestamptz
);
CREATE UNIQUE INDEX sweep_open ON crypto.sweep (account_id, asset) WHERE ended_at IS NULL;
CREATE INDEX sweep_newest ON crypto.sweep (account_id, asset, created_at DESC);

-- What left a deposit address for the hot wallet, as the chain shows it, whoever called the sweep. Posted where it is seen.
CREATE TABLE crypto.swept (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL,
  asset        text NOT NULL,
  amount       numeric(78,0) NOT NULL CHECK (amount > 0),
  block_number bigint NOT NULL,
  block_hash   text NOT NULL,
  -- how often it was posted; a reorganisation takes the posting back
  times        integer NOT NULL DEFAULT 0,
  is_posted    boolean NOT NULL DEFAULT false,
  seen_at      timestamptz NOT NULL
);
CREATE INDEX swept_of_block ON crypto.swept (block_number);

-- Block of the sweep that took it along.
ALTER TABLE crypto.deposit ADD COLUMN swept_block bigint;
CREATE INDEX deposit_unswept ON crypto.deposit (account_id, asset) WHERE state = 'COMPLETED' AND swept_block IS NULL;
