CREATE SCHEMA alerts;

-- One row for each time that an alert was open.
CREATE TABLE alerts.episode (
  id              uuid PRIMARY KEY,
  account_id      uuid NOT NULL,
  kind            smallint NOT NULL CHECK (kind BETWEEN 1 AND 19),
  type_id         integer,
  state           text NOT NULL CHECK (state IN ('open', 'closed')),
  opened_at       timestamptz NOT NULL,
  -- null: a rule
  opened_by       uuid,
  opening_comment text NOT NULL,
  closed_at       timestamptz,
  closed_by       uuid,
  closing_comment text,
  CHECK ((kind IN (7, 18)) = (type_id IS NOT NULL)),
  CHECK ((state = 'closed') = (closed_at IS NOT NULL AND closing_comment IS NOT NULL))
);
-- Also against two officers, or an officer and a rule, at once.
CREATE UNIQUE INDEX episode_open ON alerts.episode (account_id, kind, (coalesce(type_id, 0))) WHERE state = 'open';
CREATE INDEX episode_history ON alerts.episode (account_id, kind, opened_at DESC);

-- What was found while an episode was open. Insert only.
CREATE TABLE alerts.evidence (
  id         uuid PRIMARY KEY,
  episode_id uuid NOT NULL REFERENCES alerts.episode,
  at         timestamptz NOT NULL,
  comment    text NOT NULL
);
CREATE INDEX evidence_episode ON alerts.evidence (episode_id, at);

-- Insert only.
CREATE TABLE alerts.state_history (
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
CREATE INDEX state_history_subject ON alerts.state_history (subject_id, id);
