-- Requests of people about their personal data (Ley 1581 de 2012, arts. 14 and 15), with the terms of the law. What was written is sealed with
-- the key of the person's files, so that it goes with them. Kept when the account is closed.
CREATE SCHEMA privacy;

CREATE TABLE privacy.data_request (
  id                  uuid PRIMARY KEY,
  number              text NOT NULL UNIQUE,
  account_id          uuid NOT NULL,
  kind                text NOT NULL CHECK (kind IN ('query', 'correction', 'update', 'erasure', 'revocation')),
  state               text NOT NULL CHECK (state IN ('received', 'in_review', 'incomplete', 'answered', 'rejected', 'desisted')),
  version             integer NOT NULL,
  filed_at            timestamptz NOT NULL,
  -- the term runs from here: filed, or completed
  term_from           timestamptz NOT NULL,
  due_at              timestamptz,
  extended_at         timestamptz,
  completion_asked_at timestamptz,
  complete_by         timestamptz,
  taken_by            uuid,
  ended_at            timestamptz,
  CHECK ((due_at IS NOT NULL) = (state IN ('received', 'in_review'))),
  CHECK ((complete_by IS NOT NULL) = (state = 'incomplete')),
  CHECK ((ended_at IS NOT NULL) = (state IN ('answered', 'rejected', 'desisted')))
);
CREATE INDEX data_request_of_account ON privacy.data_request (account_id, filed_at DESC);
CREATE INDEX data_request_due ON privacy.data_request (due_at, id) WHERE due_at IS NOT NULL;
CREATE INDEX data_request_to_complete ON privacy.data_request (complete_by, id) WHERE complete_by IS NOT NULL;
CREATE INDEX data_request_ended ON privacy.data_request (ended_at DESC, id DESC) WHERE ended_at IS NOT NULL;

CREATE TABLE privacy.entry (
  id         uuid PRIMARY KEY,
  request_id uuid NOT NULL REFERENCES privacy.data_request,
  author     text NOT NULL CHECK (author IN ('customer', 'officer', 'system')),
  author_id  uuid,
  kind       text NOT NULL,
  -- null where nothing was written
  sealed     bytea,
  at         timestamptz NOT NULL,
  CHECK ((author = 'system') = (author_id IS NULL))
);
CREATE INDEX entry_of_request ON privacy.entry (request_id, id);

CREATE TABLE privacy.attachment (
  id       uuid PRIMARY KEY,
  entry_id uuid NOT NULL REFERENCES privacy.entry,
  file_id  uuid NOT NULL,
  name     text NOT NULL,
  kind     text NOT NULL CHECK (kind IN ('image', 'pdf')),
  bytes    bigint NOT NULL,
  sha256   text NOT NULL
);
CREATE INDEX attachment_of_entry ON privacy.attachment (entry_id);

CREATE TABLE privacy.state_history (
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
CREATE INDEX state_history_subject ON privacy.state_history (subject_id, id);

-- What this module knows of a person, for the copy of their data (module reports). What they wrote is on their page.
CREATE VIEW privacy.personal_data AS
  SELECT account_id, 'dataRequests' AS section, filed_at AS at,
    jsonb_build_object('number', number, 'kind', kind, 'state', state, 'filedAt', filed_at, 'dueAt', due_at, 'endedAt', ended_at) AS entry
  FROM privacy.data_request;
