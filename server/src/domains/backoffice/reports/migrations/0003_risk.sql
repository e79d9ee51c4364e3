-- The risk that counts (ADM-02, ADM-09), in the transaction that changed it.
CREATE FUNCTION reports.put_risk(ids uuid[]) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM reports.person WHERE account_id = ANY(ids) ORDER BY account_id FOR UPDATE;
  UPDATE reports.person SET risk = standing.risk, changed_at = greatest(changed_at, standing.updated_at)
  FROM risk.standing WHERE standing.account_id = person.account_id AND person.account_id = ANY(ids);
END $$;
CREATE FUNCTION reports.risk_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM reports.put_risk(ARRAY[NEW.account_id]);
  RETURN NULL;
END $$;
CREATE TRIGGER person_risk AFTER INSERT OR UPDATE ON risk.standing FOR EACH ROW EXECUTE FUNCTION reports.risk_changed();

-- Whoever comes back to the lists has the risk that they had.
CREATE OR REPLACE FUNCTION reports.account_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF 'ROLE_USER' = ANY(NEW.authorities) AND NEW.state <> 4 THEN
    PERFORM reports.add_people(ARRAY[NEW.id]);
    PERFORM reports.put_alert_kinds(ARRAY[NEW.id]);
    PERFORM reports.put_risk(ARRAY[NEW.id]);
  ELSE
    DELETE FROM reports.person WHERE account_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
