CREATE TABLE platform.job (
  id          uuid PRIMARY KEY,
  name        text NOT NULL,
  key         text NOT NULL,
  payload     jsonb NOT NULL,
  run_at      timestamptz NOT NULL,
  attempts    integer NOT NULL DEFAULT 0,
  lease_token uuid,
  lease_until timestamptz,
  last_error  text,
  done_at     timestamptz,
  dead_at     timestamptz,
  UNIQUE (name, key)
);
CREATE INDEX job_due ON platform.job (run_at) WHERE done_at IS NULL AND dead_at IS NULL;

CREATE TABLE platform.event (
  id         uuid PRIMARY KEY,
  type       text NOT NULL,
  account_id uuid,
  payload    jsonb NOT NULL,
  at         timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX event_at ON platform.event (at);

CREATE TABLE platform.recent_request (
  account_id uuid NOT NULL,
  fingerprint text NOT NULL,
  at         timestamptz NOT NULL,
  PRIMARY KEY (account_id, fingerprint)
);

CREATE TABLE platform.setting (
  name  text PRIMARY KEY,
  value jsonb NOT NULL
);
