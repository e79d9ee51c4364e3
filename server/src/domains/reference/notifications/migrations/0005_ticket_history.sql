-- A ticket has its state in its row; the steps that officers made become the history of its state machine. Insert only.
ALTER TABLE notifications.contact_ticket
  ADD COLUMN state text NOT NULL DEFAULT 'received' CHECK (state IN ('received', 'in_progress', 'answered')),
  ADD COLUMN changed_at timestamptz;
UPDATE notifications.contact_ticket SET changed_at = received_at;
UPDATE notifications.contact_ticket SET state = last.state, changed_at = last.at
  FROM (SELECT DISTINCT ON (ticket) ticket, state, at FROM notifications.contact_step ORDER BY ticket, position DESC) AS last WHERE ticket = number;
ALTER TABLE notifications.contact_ticket ALTER COLUMN changed_at SET NOT NULL;

CREATE TABLE notifications.state_history (
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
CREATE INDEX state_history_subject ON notifications.state_history (subject_id, id);
INSERT INTO notifications.state_history (id, machine, subject_id, from_state, to_state, at, actor, actor_id)
  SELECT gen_random_uuid(), 'notifications.ticket', number, NULL, 'received', received_at, 'customer', account_id
  FROM notifications.contact_ticket
  UNION ALL
  SELECT gen_random_uuid(), 'notifications.ticket', ticket, lag(state, 1, 'received') OVER (PARTITION BY ticket ORDER BY position), state, at,
    'officer', officer_id FROM notifications.contact_step;
DROP TABLE notifications.contact_step;
