CREATE SCHEMA reports;

-- Read model: one row for each person of the back-office's lists (ADM-01 … ADM-03), so that five counts, nine filters and an order over
-- everybody read one narrow table. Triggers keep it in the transaction that made the change: a list never lags behind a decision, and
-- there is no reader that could stop. Each column has one source, so that two changes at once cannot undo each other.
CREATE TABLE reports.person (
  account_id      uuid PRIMARY KEY,
  -- from kyc
  person_type     text NOT NULL DEFAULT 'natural',
  current_level   integer NOT NULL DEFAULT 0,
  verified_level  integer NOT NULL DEFAULT 0,
  document_number text,
  waiting_since   timestamptz,
  waiting_items   integer NOT NULL DEFAULT 0,
  waiting_forms   text[],
  is_begun        boolean NOT NULL DEFAULT false,
  has_declined    boolean NOT NULL DEFAULT false,
  has_staged      boolean NOT NULL DEFAULT false,
  must_renew      boolean NOT NULL DEFAULT false,
  is_pep          boolean NOT NULL DEFAULT false,
  accepted_at     timestamptz,
  changed_at      timestamptz NOT NULL,
  -- low until somebody says otherwise
  risk            text NOT NULL DEFAULT 'low' CHECK (risk IN ('low', 'medium', 'high')),
  -- bit n - 1: an alert of kind n is open
  alert_kinds     integer NOT NULL DEFAULT 0
) WITH (fillfactor = 85);
CREATE INDEX person_queue ON reports.person (waiting_since, changed_at DESC, account_id);
CREATE INDEX person_waiting ON reports.person (account_id) WHERE waiting_since IS NOT NULL;
CREATE INDEX person_changed ON reports.person (changed_at, account_id);
CREATE INDEX person_document ON reports.person (document_number);
-- The rare ones of each filter.
CREATE INDEX person_legal ON reports.person (changed_at, account_id) WHERE person_type = 'legal';
CREATE INDEX person_risk ON reports.person (risk) WHERE risk <> 'low';
CREATE INDEX person_alerts ON reports.person (changed_at, account_id, alert_kinds) WHERE alert_kinds <> 0;

-- Customers whose account is not closed (state 4).
CREATE FUNCTION reports.add_people(ids uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO reports.person (account_id, person_type, current_level, verified_level, document_number, waiting_since, waiting_items,
    waiting_forms, is_begun, has_declined, has_staged, must_renew, is_pep, accepted_at, changed_at)
  SELECT account.id, coalesce(v.person_type, 'natural'), coalesce(v.current_level, 0), coalesce(v.verified_level, 0), v.document_number,
    v.waiting_since, coalesce(v.waiting_items, 0), v.waiting_forms, coalesce(v.is_begun, false), coalesce(v.has_declined, false),
    coalesce(v.has_staged, false), coalesce(v.must_renew, false), coalesce(v.is_pep, false), v.accepted_at,
    coalesce(v.changed_at, account.created_at)
  FROM identity.user_report account LEFT JOIN kyc.person_state v ON v.account_id = account.id
  WHERE account.id = ANY(ids) AND 'ROLE_USER' = ANY(account.authorities) AND account.state <> 4
  ON CONFLICT (account_id) DO NOTHING
$$;

CREATE FUNCTION reports.account_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF 'ROLE_USER' = ANY(NEW.authorities) AND NEW.state <> 4 THEN
    PERFORM reports.add_people(ARRAY[NEW.id]);
  ELSE
    DELETE FROM reports.person WHERE account_id = NEW.id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER person_row AFTER INSERT OR UPDATE OF authorities, state ON identity.account
  FOR EACH ROW EXECUTE FUNCTION reports.account_changed();

-- The lock comes first: what is read after it has everything that others committed before.
CREATE FUNCTION reports.verification_changed() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  ids uuid[] := ARRAY(SELECT DISTINCT account_id FROM changed);
BEGIN
  PERFORM FROM reports.person WHERE account_id = ANY(ids) ORDER BY account_id FOR UPDATE;
  UPDATE reports.person SET person_type = v.person_type, current_level = v.current_level, verified_level = v.verified_level,
    document_number = v.document_number, waiting_since = v.waiting_since, waiting_items = v.waiting_items, waiting_forms = v.waiting_forms,
    is_begun = v.is_begun, has_declined = v.has_declined, has_staged = v.has_staged, must_renew = v.must_renew, is_pep = v.is_pep,
    accepted_at = v.accepted_at, changed_at = v.changed_at
  FROM kyc.person_state v WHERE v.account_id = ANY(ids) AND person.account_id = v.account_id;
  RETURN NULL;
END $$;
CREATE TRIGGER person_added AFTER INSERT ON kyc.customer REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION reports.verification_changed();
CREATE TRIGGER person_changed AFTER UPDATE ON kyc.customer REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION reports.verification_changed();
CREATE TRIGGER person_added AFTER INSERT ON kyc.dossier REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION reports.verification_changed();
CREATE TRIGGER person_changed AFTER UPDATE ON kyc.dossier REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION reports.verification_changed();
CREATE TRIGGER person_added AFTER INSERT ON kyc.item REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION reports.verification_changed();
CREATE TRIGGER person_changed AFTER UPDATE ON kyc.item REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION reports.verification_changed();
CREATE TRIGGER person_removed AFTER DELETE ON kyc.item REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION reports.verification_changed();

SELECT reports.add_people(ARRAY(SELECT id FROM identity.account));
