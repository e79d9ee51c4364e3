CREATE SCHEMA monitoring;

-- What a rule found about a customer. Insert only. Its key is what makes a repeat, a crash or a second process change nothing.
CREATE TABLE monitoring.finding (
  id          uuid PRIMARY KEY,
  account_id  uuid NOT NULL,
  rule        text NOT NULL,
  version     integer NOT NULL,
  kind        smallint NOT NULL CHECK (kind BETWEEN 1 AND 19),
  type_id     integer,
  -- the month or day that it is about
  period      text NOT NULL,
  -- of what it stands on: as long as that stays the same, it is the same finding
  fingerprint text NOT NULL,
  severity    text NOT NULL CHECK (severity IN ('low', 'medium', 'high', 'critical')),
  -- the figures, as officers read them
  said        text NOT NULL,
  -- what it points to: [{ type, id }]
  evidence    jsonb NOT NULL,
  -- test: the rule was tried, and no alert was raised
  outcome     text NOT NULL CHECK (outcome IN ('opened', 'added', 'test')),
  at          timestamptz NOT NULL,
  UNIQUE (account_id, rule, version, period, fingerprint)
);
CREATE INDEX finding_at ON monitoring.finding (at);

-- The nightly look at everybody: one a day of Bogotá, and how far it is.
CREATE TABLE monitoring.nightly_run (
  day         date PRIMARY KEY,
  after       uuid,
  people      integer NOT NULL DEFAULT 0,
  -- people about whom a rule could not be asked
  failures    integer NOT NULL DEFAULT 0,
  started_at  timestamptz NOT NULL,
  finished_at timestamptz
);
