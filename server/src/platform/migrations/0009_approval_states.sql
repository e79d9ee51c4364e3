-- Approvals follow the state machine `platform.approval`: how each went stands in the history of the platform, as in every module. Insert only.
CREATE TABLE platform.state_history (
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
CREATE INDEX state_history_subject ON platform.state_history (subject_id, id);

INSERT INTO platform.state_history (id, machine, subject_id, from_state, to_state, at, actor, actor_id, note)
  SELECT id, 'platform.approval', request_id, CASE WHEN event = 'proposed' THEN NULL ELSE 'proposed' END, event, at,
    CASE WHEN actor_id IS NULL THEN 'system' ELSE 'officer' END, actor_id, note
  FROM platform.approval_event WHERE event NOT IN ('approved', 'reviewed', 'review_overdue');
DELETE FROM platform.approval_event WHERE event NOT IN ('approved', 'reviewed', 'review_overdue');
-- What happened to a request without changing its state.
ALTER TABLE platform.approval_event ADD CHECK (event IN ('approved', 'reviewed', 'review_overdue'));

-- What its maker saw and wants, line by line: [{label, before, after}]. Without personal data.
ALTER TABLE platform.approval_request ADD COLUMN changes jsonb NOT NULL DEFAULT '[]';
