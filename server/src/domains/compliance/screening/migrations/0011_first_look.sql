-- When an officer first opened the page of the hits of its person. Null: nobody, or before it was kept.
ALTER TABLE screening.hit ADD COLUMN seen_at timestamptz;

-- Hits that nobody decided, for their deadlines (module deadlines): one that came back waits, and is looked at, anew.
CREATE VIEW screening.open_hit AS
  SELECT hit.id, account_id, waits.since, coalesce(seen_at >= waits.since, false) AS is_seen
  FROM screening.hit CROSS JOIN LATERAL (SELECT coalesce(max(at), found_at) AS since FROM screening.state_history
    WHERE machine = 'screening.hit' AND subject_id = hit.id::text AND to_state = 'open') AS waits
  WHERE state = 'open';
