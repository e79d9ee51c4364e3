-- Who moved a form or one of its items from which state to which, and when. Insert only.
CREATE TABLE kyc.state_history (
  id         uuid PRIMARY KEY,
  machine    text NOT NULL,
  -- of an item its id, of a form `account:form`
  subject_id text NOT NULL,
  -- null: it began
  from_state text,
  to_state   text NOT NULL,
  at         timestamptz NOT NULL,
  actor      text NOT NULL CHECK (actor IN ('customer', 'officer', 'provider', 'chain', 'system')),
  actor_id   uuid,
  note       text
);
CREATE INDEX state_history_subject ON kyc.state_history (subject_id, id);
