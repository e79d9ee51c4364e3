-- What the wallets had at the last comparison of each day of Bogotá (2026-11-26). It moves on through the day; the closing copies it.
CREATE TABLE reconciliation.day_holding (
  day         text NOT NULL,
  asset       text NOT NULL,
  held        numeric(78, 0) NOT NULL,
  compared_at timestamptz(3) NOT NULL,
  seal        text NOT NULL,
  PRIMARY KEY (day, asset)
);

-- The books at 24:00 of a day of Bogotá, once: the place of the ledger, and the root of the tree over customers' balances there (decision 55).
CREATE TABLE reconciliation.closing (
  day              text PRIMARY KEY,
  seq              bigint NOT NULL,
  hash             text NOT NULL,
  open_differences integer NOT NULL,
  -- With something in any asset.
  customers        integer NOT NULL,
  -- Null when nobody had anything.
  root             text,
  closed_at        timestamptz(3) NOT NULL,
  seal             text NOT NULL
);
CREATE TABLE reconciliation.closing_asset (
  day         text NOT NULL REFERENCES reconciliation.closing,
  asset       text NOT NULL,
  liabilities numeric(78, 0) NOT NULL,
  -- Null when nothing was compared that day.
  held        numeric(78, 0),
  compared_at timestamptz(3),
  PRIMARY KEY (day, asset)
);

-- The tree of a closing in parts, each over the owners after the part before up to `until`. Kept as long as customers may ask for their path;
-- what does not lead to the root of the closing proves nothing, so the parts need not be append-only.
CREATE TABLE reconciliation.closing_part (
  day     text NOT NULL,
  number  integer NOT NULL,
  -- The place of the ledger that it was read at.
  seq     bigint NOT NULL,
  until   uuid,
  is_last boolean NOT NULL,
  -- Null when nobody in it had anything.
  root    text,
  -- How many leaves, and what they have together, by asset.
  leaves  integer NOT NULL,
  sums    jsonb NOT NULL,
  -- [[owner, [amount by asset]], …]
  owners  jsonb NOT NULL,
  seal    text NOT NULL,
  PRIMARY KEY (day, number)
);
