CREATE SCHEMA screening;

-- One row for each time that a list was loaded. Insert only.
CREATE TABLE screening.list_version (
  id        uuid PRIMARY KEY,
  list      text NOT NULL CHECK (list IN ('ofac', 'un', 'eu', 'pep')),
  source    text NOT NULL,
  licence   text NOT NULL,
  sha256    text NOT NULL,
  entries   integer NOT NULL,
  added     integer NOT NULL,
  changed   integer NOT NULL,
  removed   integer NOT NULL,
  loaded_at timestamptz NOT NULL,
  loaded_by uuid NOT NULL
);
CREATE INDEX list_version_newest ON screening.list_version (list, id DESC);

-- What an entry said, from one version to another: every snapshot can be told again.
CREATE TABLE screening.entry (
  list         text NOT NULL,
  entry_id     text NOT NULL,
  from_version uuid NOT NULL REFERENCES screening.list_version,
  -- null: it stands in the newest
  to_version   uuid REFERENCES screening.list_version,
  fingerprint  text NOT NULL,
  facts        jsonb NOT NULL,
  PRIMARY KEY (list, entry_id, from_version)
);
CREATE UNIQUE INDEX entry_now ON screening.entry (list, entry_id) WHERE to_version IS NULL;
CREATE INDEX entry_since ON screening.entry (from_version);

-- Who is screened, as they last declared themselves.
CREATE TABLE screening.subject (
  account_id  uuid PRIMARY KEY,
  party       jsonb NOT NULL,
  screened_at timestamptz,
  -- Newest version of each list that it was screened against.
  versions    jsonb NOT NULL DEFAULT '{}'
);

-- Screens everybody again; `after` is how far it is.
CREATE TABLE screening.run (
  id          uuid PRIMARY KEY,
  -- null: against all lists
  version_id  uuid REFERENCES screening.list_version,
  after       uuid,
  done        integer NOT NULL DEFAULT 0,
  total       integer NOT NULL,
  started_at  timestamptz NOT NULL,
  finished_at timestamptz
);
CREATE INDEX run_open ON screening.run (started_at) WHERE finished_at IS NULL;

CREATE TABLE screening.hit (
  id          uuid PRIMARY KEY,
  account_id  uuid NOT NULL,
  list        text NOT NULL,
  entry_id    text NOT NULL,
  -- Of what the person and the entry said: what was discarded comes back when it is another.
  fingerprint text NOT NULL,
  score       real NOT NULL,
  severity    text NOT NULL CHECK (severity IN ('stop', 'review')),
  state       text NOT NULL CHECK (state IN ('open', 'confirmed', 'discarded', 'replaced')),
  facts       jsonb NOT NULL,
  found_at    timestamptz NOT NULL,
  decided_at  timestamptz,
  decided_by  uuid,
  second_id   uuid,
  reason      text,
  UNIQUE (account_id, list, entry_id, fingerprint)
);

-- Insert only.
CREATE TABLE screening.state_history (
  id         uuid PRIMARY KEY,
  machine    text NOT NULL,
  subject_id text NOT NULL,
  from_state text,
  to_state   text NOT NULL,
  at         timestamptz NOT NULL,
  actor      text NOT NULL CHECK (actor IN ('customer', 'officer', 'provider', 'chain', 'system')),
  actor_id   uuid,
  note       text
);
CREATE INDEX state_history_subject ON screening.state_history (subject_id, id);
