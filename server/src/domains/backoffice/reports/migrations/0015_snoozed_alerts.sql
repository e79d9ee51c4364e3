-- Which open alerts are postponed (ADM-03), in the transaction that did it: a kind of which another alert is not is not postponed.
ALTER TABLE reports.person ADD COLUMN snoozed_kinds integer NOT NULL DEFAULT 0;
CREATE INDEX person_snoozed ON reports.person (changed_at, account_id) WHERE snoozed_kinds <> 0;

CREATE OR REPLACE FUNCTION reports.put_alert_kinds(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM reports.person WHERE account_id = ANY(ids) ORDER BY account_id FOR UPDATE;
  UPDATE reports.person SET alert_kinds = coalesce(open.kinds, 0), snoozed_kinds = coalesce(open.kinds & ~open.awake, 0)
  FROM unnest(ids) AS asked (id) LEFT JOIN LATERAL (
    SELECT bit_or(1 << (kind - 1)) AS kinds, coalesce(bit_or(1 << (kind - 1)) FILTER (WHERE snoozed_until IS NULL), 0) AS awake
    FROM alerts.episode WHERE episode.account_id = asked.id AND state = 'open') AS open ON true
  WHERE person.account_id = asked.id;
END $$;
