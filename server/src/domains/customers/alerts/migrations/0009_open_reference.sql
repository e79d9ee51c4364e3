-- What open alerts point to, for pages that show the object itself (module payments: a bank account, a payout).
CREATE VIEW alerts.open_reference AS
  SELECT account_id, episode.id AS episode_id, kind, severity, opened_at, ref ->> 'type' AS type, ref ->> 'id' AS ref
  FROM alerts.episode CROSS JOIN LATERAL (
    SELECT jsonb_array_elements(opening_evidence) AS ref
    UNION ALL
    SELECT jsonb_array_elements(evidence.evidence) FROM alerts.evidence WHERE evidence.episode_id = episode.id) AS found
  WHERE state = 'open';
