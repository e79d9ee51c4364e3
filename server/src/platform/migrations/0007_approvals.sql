-- Four eyes: a request of one officer, decided by another. What was asked for never changes; only how it went does.
CREATE TABLE platform.approval_request (
  id             uuid PRIMARY KEY,
  kind           text NOT NULL,
  -- what the request is about: one open request of a kind for each
  target         text NOT NULL,
  params         jsonb NOT NULL,
  -- SHA-256 of the facts that the maker's decision rests on; looked at again before it is executed
  facts_hash     text NOT NULL,
  -- what a checker must be allowed to do besides deciding
  permission     text NOT NULL,
  maker_id       uuid NOT NULL,
  maker_session  uuid NOT NULL,
  -- the person concerned, who decides nothing here
  subject_id     uuid,
  reason         text NOT NULL,
  proposed_at    timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL,
  state          text NOT NULL CHECK (state IN
                   ('proposed', 'executed', 'refused', 'withdrawn', 'expired', 'execution_failed', 'break_glass')),
  decided_by     uuid,
  decided_session uuid,
  decided_at     timestamptz,
  note           text,
  outcome        text,
  review_due_at  timestamptz,
  review_overdue_at timestamptz,
  reviewed_at    timestamptz,
  verdict        text,
  -- the last line of defence of "two different officers"
  CHECK (state <> 'executed' OR (decided_by IS NOT NULL AND decided_by <> maker_id AND decided_session <> maker_session)),
  CHECK ((state = 'break_glass') = (review_due_at IS NOT NULL)),
  CHECK ((reviewed_at IS NULL) = (verdict IS NULL))
);
CREATE UNIQUE INDEX approval_request_open ON platform.approval_request (kind, target) WHERE state = 'proposed';
CREATE INDEX approval_request_inbox ON platform.approval_request ((state = 'proposed') DESC, proposed_at DESC, id DESC);
CREATE INDEX approval_request_expiry ON platform.approval_request (expires_at) WHERE state = 'proposed';
CREATE INDEX approval_request_review ON platform.approval_request (review_due_at) WHERE state = 'break_glass' AND reviewed_at IS NULL;

CREATE TABLE platform.approval_event (
  id         uuid PRIMARY KEY,
  request_id uuid NOT NULL REFERENCES platform.approval_request,
  event      text NOT NULL,
  at         timestamptz NOT NULL,
  -- null: the system
  actor_id   uuid,
  session_id uuid,
  note       text
);
CREATE INDEX approval_event_request ON platform.approval_event (request_id, id);
