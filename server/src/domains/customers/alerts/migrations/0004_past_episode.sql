-- What was open at an earlier moment, and when it was found again (module monitoring).
CREATE VIEW alerts.past_episode AS
  SELECT account_id, kind, type_id, opened_at, opened_by IS NULL AS is_by_rule, closed_at, closed_by,
    ARRAY(SELECT at FROM alerts.evidence WHERE episode_id = episode.id ORDER BY at) AS found_at
  FROM alerts.episode;
