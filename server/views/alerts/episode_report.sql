-- What rules about customers read (module monitoring): of neighbours whether an alert is open.
-- What rules brought, and how it ended (module monitoring).
CREATE OR REPLACE VIEW alerts.episode_report AS
  SELECT account_id, kind, type_id, state, opened_by IS NULL AS is_by_rule, closed_at, closed_by IS NOT NULL AS is_closed_by_officer, verdict,
    severity, id, due_at, snoozed_until
  FROM alerts.episode;
