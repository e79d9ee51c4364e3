-- Which alerts are open (ADM-02, ADM-03), in the transaction that opened or closed one.
CREATE FUNCTION reports.put_alert_kinds(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM reports.person WHERE account_id = ANY(ids) ORDER BY account_id FOR UPDATE;
  UPDATE reports.person SET alert_kinds = coalesce(
    (SELECT bit_or(1 << (kind - 1)) FROM alerts.episode WHERE episode.account_id = person.account_id AND state = 'open'), 0)
  WHERE account_id = ANY(ids);
END $$;
CREATE FUNCTION reports.alerts_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM reports.put_alert_kinds(ARRAY(SELECT DISTINCT account_id FROM changed));
  RETURN NULL;
END $$;
CREATE TRIGGER alerts_added AFTER INSERT ON alerts.episode REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION reports.alerts_changed();
CREATE TRIGGER alerts_changed AFTER UPDATE ON alerts.episode REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION reports.alerts_changed();

-- Whoever comes back to the lists has the alerts that stayed open.
CREATE OR REPLACE FUNCTION reports.account_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF 'ROLE_USER' = ANY(NEW.authorities) AND NEW.state <> 4 THEN
    PERFORM reports.add_people(ARRAY[NEW.id]);
    PERFORM reports.put_alert_kinds(ARRAY[NEW.id]);
  ELSE
    DELETE FROM reports.person WHERE account_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;

CREATE INDEX person_alert_list ON reports.person ((alert_kinds = 0), changed_at DESC, account_id);
