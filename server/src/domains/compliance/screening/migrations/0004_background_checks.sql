-- What a provider is asked about one person: one row for each time, at most one of them under way.
CREATE TABLE screening.background_check (
  id             uuid PRIMARY KEY,
  account_id     uuid NOT NULL,
  state          text NOT NULL CHECK (state IN ('queued', 'launched', 'running', 'failed_sources', 'retrying', 'finished', 'lost', 'refused')),
  -- null: by itself
  launched_by    uuid,
  -- Document, its type and the day of its issue, sealed with the key of the person's files.
  subject        bytea NOT NULL,
  is_fresh       boolean NOT NULL,
  -- A job of an earlier round does nothing any more.
  round          integer NOT NULL DEFAULT 0,
  started_at     timestamptz NOT NULL,
  -- The provider was asked to begin, and perhaps did.
  tried_at       timestamptz,
  -- It began, or began to ask failed sources again.
  launched_at    timestamptz,
  ended_at       timestamptz,
  -- Only of its own answers.
  job_id         text,
  report_id      text,
  is_cached      boolean NOT NULL DEFAULT false,
  is_validated   boolean,
  sources        jsonb NOT NULL DEFAULT '[]',
  failed_sources text[] NOT NULL DEFAULT '{}',
  -- The gravest finding; where sources failed there may be worse.
  gravest        text CHECK (gravest IN ('No', 'Bajo', 'Medio', 'Alto')),
  -- null: unknown
  is_listed      boolean,
  is_pep         boolean,
  refused_fields text[] NOT NULL DEFAULT '{}',
  -- Times that failed sources were asked again by us.
  retries        integer NOT NULL DEFAULT 0,
  retry_at       timestamptz,
  -- Why the provider gave no answer, since when and how often in a row.
  problem        text,
  problem_since  timestamptz,
  problems       integer NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX background_check_under_way ON screening.background_check (account_id)
  WHERE state IN ('queued', 'launched', 'running', 'retrying');
CREATE INDEX background_check_account ON screening.background_check (account_id, id DESC);
CREATE INDEX background_check_officer ON screening.background_check (launched_by, started_at);
CREATE INDEX background_check_open ON screening.background_check (started_at)
  WHERE state IN ('queued', 'launched', 'running', 'retrying', 'failed_sources');

-- Each report as it came, sealed as the person's files are. Insert only.
CREATE TABLE screening.background_report (
  id          uuid PRIMARY KEY,
  check_id    uuid NOT NULL REFERENCES screening.background_check,
  account_id  uuid NOT NULL,
  report_id   text NOT NULL,
  sealed      bytea NOT NULL,
  -- Of what was sealed.
  sha256      text NOT NULL,
  -- null: the provider gave no PDF
  pdf_file_id uuid,
  received_at timestamptz NOT NULL
);
CREATE INDEX background_report_check ON screening.background_report (check_id, id DESC);
CREATE INDEX background_report_account ON screening.background_report (account_id, id DESC);
-- Those that came to no result, which figures count every minute.
CREATE INDEX background_check_no_result ON screening.background_check (ended_at) WHERE state IN ('lost', 'refused');
