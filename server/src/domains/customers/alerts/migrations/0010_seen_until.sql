-- Until when whoever closed an episode had looked: what came between that and the closing was seen by nobody.
ALTER TABLE alerts.episode ADD COLUMN seen_until timestamptz CHECK (seen_until <= closed_at);

CREATE OR REPLACE VIEW alerts.past_episode AS
  SELECT account_id, kind, type_id, opened_at, opened_by IS NULL AS is_by_rule, closed_at, closed_by,
    ARRAY(SELECT at FROM alerts.evidence WHERE episode_id = episode.id ORDER BY at) AS found_at, severity, id, coalesce(seen_until, closed_at) AS seen_until
  FROM alerts.episode;
