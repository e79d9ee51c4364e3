-- The gravest open alert of each person, and until when the first that is not postponed should be decided (ADM-03): the order of Ver alertas.
ALTER TABLE reports.person
  -- 0: none; 1 to 4: low, medium, high, critical
  ADD COLUMN alert_severity smallint NOT NULL DEFAULT 0 CHECK (alert_severity BETWEEN 0 AND 4),
  ADD COLUMN alert_due_at   timestamptz;

CREATE OR REPLACE FUNCTION reports.put_alert_kinds(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM reports.person WHERE account_id = ANY(ids) ORDER BY account_id FOR UPDATE;
  UPDATE reports.person SET alert_kinds = coalesce(open.kinds, 0), snoozed_kinds = coalesce(open.kinds & ~open.awake, 0),
    alert_severity = coalesce(open.severity, 0), alert_due_at = open.due_at
  FROM unnest(ids) AS asked (id) LEFT JOIN LATERAL (
    SELECT bit_or(1 << (kind - 1)) AS kinds, coalesce(bit_or(1 << (kind - 1)) FILTER (WHERE snoozed_until IS NULL), 0) AS awake,
      max(array_position(ARRAY['low', 'medium', 'high', 'critical'], severity)) AS severity,
      min(due_at) FILTER (WHERE snoozed_until IS NULL) AS due_at
    FROM alerts.episode WHERE episode.account_id = asked.id AND state = 'open') AS open ON true
  WHERE person.account_id = asked.id;
END $$;
SELECT reports.put_alert_kinds(ARRAY(SELECT account_id FROM reports.person WHERE alert_kinds <> 0));

DROP INDEX reports.person_alert_list;
CREATE INDEX person_alert_list ON reports.person ((alert_kinds = 0), alert_severity DESC, alert_due_at, changed_at DESC, account_id)
  INCLUDE (alert_kinds);
DROP INDEX reports.person_alerts;
CREATE INDEX person_alerts ON reports.person (alert_severity DESC, alert_due_at, changed_at DESC, account_id) INCLUDE (alert_kinds)
  WHERE alert_kinds <> 0;
