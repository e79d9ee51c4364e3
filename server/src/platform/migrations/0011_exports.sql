-- Large exports of officers' lists: a row for each that was asked for, forgotten after a day with its pieces.
CREATE TABLE platform.export_job (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL,
  report       text NOT NULL,
  file_name    text NOT NULL,
  -- Sealed with the officer's key: what was looked for may be somebody's document.
  filter       bytea NOT NULL,
  -- The same as the audit trail may have it.
  recorded     jsonb NOT NULL,
  total        integer NOT NULL,
  written      integer NOT NULL DEFAULT 0,
  created_at   timestamptz NOT NULL,
  started_at   timestamptz,
  ready_at     timestamptz,
  failed_at    timestamptz,
  cancelled_at timestamptz,
  CHECK (num_nonnulls(ready_at, failed_at, cancelled_at) <= 1)
);
CREATE INDEX export_job_account ON platform.export_job (account_id, created_at DESC);
CREATE INDEX export_job_created ON platform.export_job (created_at);

CREATE TABLE platform.export_piece (
  export_id uuid NOT NULL REFERENCES platform.export_job ON DELETE CASCADE,
  place     integer NOT NULL,
  sealed    bytea NOT NULL,
  PRIMARY KEY (export_id, place)
);
