-- A rule with other numbers, tried on the last 90 days. What it finds raises nothing and is forgotten after 30 days.
CREATE TABLE monitoring.backtest (
  id                uuid PRIMARY KEY,
  rule              text NOT NULL,
  mode              text NOT NULL CHECK (mode IN ('active', 'test', 'off')),
  numbers           jsonb NOT NULL,
  -- what it is compared with: the version that was in force
  present_version   integer NOT NULL,
  present_mode      text NOT NULL CHECK (present_mode IN ('active', 'test', 'off')),
  present_numbers   jsonb NOT NULL,
  from_at           timestamptz NOT NULL,
  until_at          timestamptz NOT NULL,
  minutes_per_alert integer NOT NULL CHECK (minutes_per_alert > 0),
  -- from what officers took to close such alerts; else a constant
  is_measured       boolean NOT NULL,
  started_by        uuid NOT NULL,
  started_at        timestamptz NOT NULL,
  -- null until they are counted
  people_all        integer,
  after             uuid,
  people            integer NOT NULL DEFAULT 0,
  -- people whose facts could not be read
  failures          integer NOT NULL DEFAULT 0,
  only_new          integer NOT NULL DEFAULT 0,
  only_old          integer NOT NULL DEFAULT 0,
  in_both           integer NOT NULL DEFAULT 0,
  finished_at       timestamptz,
  cancelled_at      timestamptz,
  cancelled_by      uuid,
  CHECK (num_nonnulls(finished_at, cancelled_at) < 2)
);
-- One at a time of each rule, also against two officers at once.
CREATE UNIQUE INDEX backtest_running ON monitoring.backtest (rule) WHERE num_nonnulls(finished_at, cancelled_at) = 0;
CREATE INDEX backtest_rule ON monitoring.backtest (rule, started_at DESC);

-- Who is to be looked at, and the days of Bogotá on which something happened. Gone when it ends.
CREATE TABLE monitoring.backtest_person (
  backtest_id uuid NOT NULL REFERENCES monitoring.backtest ON DELETE CASCADE,
  account_id  uuid NOT NULL,
  days        date[] NOT NULL,
  PRIMARY KEY (backtest_id, account_id)
);

-- An alert that would have been raised.
CREATE TABLE monitoring.backtest_alert (
  id          uuid PRIMARY KEY,
  backtest_id uuid NOT NULL REFERENCES monitoring.backtest ON DELETE CASCADE,
  account_id  uuid NOT NULL,
  side        text NOT NULL CHECK (side IN ('new', 'old', 'both')),
  at          timestamptz NOT NULL,
  severity    text NOT NULL CHECK (severity IN ('low', 'medium', 'high', 'critical')),
  said        text NOT NULL
);
CREATE INDEX backtest_alert_list ON monitoring.backtest_alert (backtest_id, at DESC, id DESC);
