-- What an approval request asks for is sealed by the process that wrote it (decision 78). Null: from before, or not ours.
ALTER TABLE platform.approval_request ADD COLUMN seal text;

-- What was open before the seals: it is sealed once, while it still is what the owner of the database wrote down here.
CREATE TABLE platform.before_seals (
  kind text PRIMARY KEY CHECK (kind = 'approval_request'),
  rows jsonb NOT NULL
);
INSERT INTO platform.before_seals
  SELECT 'approval_request', coalesce(jsonb_agg(to_jsonb(request)), '[]') FROM platform.approval_request AS request
  WHERE state = 'proposed' OR (state = 'break_glass' AND reviewed_at IS NULL);

-- What the first call with an idempotency key was answered. Insert only.
CREATE TABLE platform.approval_answer (
  operation_id uuid PRIMARY KEY,
  request_id   uuid NOT NULL REFERENCES platform.approval_request,
  -- of the call and its body: the same key with another is refused
  request_hash text NOT NULL,
  -- code of the refusal that sent the request back; null: it was done
  refused      text,
  at           timestamptz NOT NULL
);
