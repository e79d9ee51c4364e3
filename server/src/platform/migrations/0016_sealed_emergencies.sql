-- What an officer did alone in an emergency, and what another said of it: who, when, why. Sealed by the process that wrote it, insert only
-- (decision 82). Not unique: a row of another hand keeps no officer from the review.
CREATE TABLE platform.emergency_deed (
  id            uuid PRIMARY KEY,
  request_id    uuid NOT NULL REFERENCES platform.approval_request,
  deed          text NOT NULL CHECK (deed IN ('break_glass', 'reviewed')),
  officer_id    uuid,
  session_id    uuid,
  at            timestamptz NOT NULL,
  note          text,
  -- of an emergency
  review_due_at timestamptz,
  -- of a review
  verdict       text,
  -- null: from before, or not ours
  seal          text
);
CREATE INDEX emergency_deed_request ON platform.emergency_deed (request_id);
CREATE INDEX approval_request_emergency ON platform.approval_request (id) WHERE state = 'break_glass';

-- Those from before are sealed once, while they still are what the owner of the database wrote down here.
INSERT INTO platform.emergency_deed (id, request_id, deed, officer_id, session_id, at, note, review_due_at)
  SELECT gen_random_uuid(), id, 'break_glass', decided_by, decided_session, decided_at, note, review_due_at
  FROM platform.approval_request WHERE state = 'break_glass';
INSERT INTO platform.emergency_deed (id, request_id, deed, officer_id, session_id, at, note, verdict)
  SELECT event.id, request.id, 'reviewed', event.actor_id, event.session_id, request.reviewed_at, event.note, request.verdict
  FROM platform.approval_request AS request JOIN platform.approval_event AS event ON event.request_id = request.id AND event.event = 'reviewed'
  WHERE request.state = 'break_glass' AND request.reviewed_at IS NOT NULL;
ALTER TABLE platform.before_seals DROP CONSTRAINT before_seals_kind_check;
ALTER TABLE platform.before_seals ADD CHECK (kind IN ('approval_request', 'emergency_deed'));
INSERT INTO platform.before_seals
  SELECT 'emergency_deed', coalesce(jsonb_agg(to_jsonb(emergency)), '[]') FROM platform.emergency_deed AS emergency;
