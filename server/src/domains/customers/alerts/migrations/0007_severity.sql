-- How grave an alert is, when it was opened and now, and until when it should be decided; and what was found points to where it is.
ALTER TABLE alerts.episode
  ADD COLUMN severity         text CHECK (severity IN ('low', 'medium', 'high', 'critical')),
  ADD COLUMN opening_severity text CHECK (opening_severity IN ('low', 'medium', 'high', 'critical')),
  ADD COLUMN due_at           timestamptz,
  -- [{ type, id, role? }]: nothing of what it points to is copied
  ADD COLUMN opening_evidence jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(opening_evidence) = 'array');
-- Those of before are as grave as their kind, and due by the calendar.
UPDATE alerts.episode SET severity = of_kind, opening_severity = of_kind, due_at = opened_at + CASE of_kind WHEN 'critical' THEN interval '6 hours'
    WHEN 'high' THEN interval '1 day' WHEN 'medium' THEN interval '5 days' ELSE interval '14 days' END
  FROM (SELECT id AS of_id, CASE WHEN kind = 2 OR type_id = 804 THEN 'critical'
      WHEN kind IN (12, 17) OR type_id IN (700, 701, 703, 704, 801, 802) THEN 'high'
      WHEN kind IN (1, 5, 8, 9, 10, 11, 13) THEN 'low' ELSE 'medium' END AS of_kind FROM alerts.episode) AS known WHERE id = of_id;
ALTER TABLE alerts.episode
  ALTER COLUMN severity SET NOT NULL,
  ALTER COLUMN opening_severity SET NOT NULL,
  ALTER COLUMN due_at SET NOT NULL;

-- Null: of before severities were kept.
ALTER TABLE alerts.evidence
  ADD COLUMN severity text CHECK (severity IN ('low', 'medium', 'high', 'critical')),
  ADD COLUMN evidence jsonb NOT NULL DEFAULT '[]' CHECK (jsonb_typeof(evidence) = 'array');

CREATE OR REPLACE VIEW alerts.episode_report AS
  SELECT account_id, kind, type_id, state, opened_by IS NULL AS is_by_rule, closed_at, closed_by IS NOT NULL AS is_closed_by_officer, verdict,
    severity, id, due_at, snoozed_until
  FROM alerts.episode;

CREATE OR REPLACE VIEW alerts.past_episode AS
  SELECT account_id, kind, type_id, opened_at, opened_by IS NULL AS is_by_rule, closed_at, closed_by,
    ARRAY(SELECT at FROM alerts.evidence WHERE episode_id = episode.id ORDER BY at) AS found_at, severity, id
  FROM alerts.episode;
