CREATE SCHEMA staff;

-- Invitations to the team, from the moment when two officers agreed. Links are kept as hashes; a link that is sent again replaces the one before.
CREATE TABLE staff.invitation (
  id          uuid PRIMARY KEY,
  email       text NOT NULL CHECK (email = lower(email)),
  name        text NOT NULL CHECK (name <> ''),
  roles       text[] NOT NULL CHECK (cardinality(roles) > 0),
  -- who asked for it: their right is asked for again when the link is used
  invited_by  uuid NOT NULL,
  approved_by uuid NOT NULL CHECK (approved_by <> invited_by),
  token_hash  text NOT NULL UNIQUE,
  invited_at  timestamptz NOT NULL,
  sent_at     timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL CHECK (expires_at > sent_at),
  state       text NOT NULL CHECK (state IN ('invited', 'accepted', 'expired', 'revoked')),
  ended_at    timestamptz CHECK ((ended_at IS NULL) = (state = 'invited')),
  -- the account that it became
  account_id  uuid CHECK ((account_id IS NULL) = (state <> 'accepted'))
);
-- One open for an address, however many ask at once.
CREATE UNIQUE INDEX invitation_open ON staff.invitation (email) WHERE state = 'invited';
CREATE INDEX invitation_due ON staff.invitation (expires_at) WHERE state = 'invited';
CREATE INDEX invitation_listed ON staff.invitation ((state = 'invited') DESC, invited_at DESC, id DESC);

CREATE TABLE staff.state_history (
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
CREATE INDEX state_history_subject ON staff.state_history (subject_id, id);
