-- What was open at an earlier moment, and when it was found again (module monitoring).
CREATE OR REPLACE VIEW alerts.past_episode AS
  SELECT account_id, kind, type_id, opened_at, opened_by IS NULL AS is_by_rule, closed_at, closed_by,
    ARRAY(SELECT at FROM alerts.evidence WHERE episode_id = episode.id ORDER BY at) AS found_at, severity, id, coalesce(seen_until, closed_at) AS seen_until
  FROM alerts.episode;
