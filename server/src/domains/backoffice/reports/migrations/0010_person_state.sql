-- The state of a person as far as it does not change by the clock or by who is at the review (ADM-01), novelty and alert: kept with the
-- row instead of worked out of every row at every request. Module compliance (people/person-state.ts) adds what changes by itself.
ALTER TABLE reports.person
  ADD COLUMN base_state text NOT NULL GENERATED ALWAYS AS (CASE
    WHEN waiting_since IS NOT NULL AND is_begun THEN 'Progreso'
    WHEN waiting_since IS NOT NULL THEN 'Pendiente'
    WHEN verified_level >= 1 AND must_renew THEN 'Actualizar'
    WHEN verified_level = 0 OR has_declined OR has_staged THEN 'No terminado'
    ELSE 'Listo' END) STORED,
  -- From then on it is Actualizar. What was accepted is asked for again after 24 months (SAGRILAFT: due diligence is refreshed at least
  -- every two years), sooner where the risk is higher; of politically exposed people at least every year.
  ADD COLUMN renew_at timestamptz GENERATED ALWAYS AS (CASE
    WHEN waiting_since IS NULL AND verified_level >= 1 THEN (accepted_at AT TIME ZONE 'UTC' + CASE
      WHEN risk = 'high' THEN interval '6 months'
      WHEN risk = 'medium' OR is_pep THEN interval '12 months'
      ELSE interval '24 months' END) AT TIME ZONE 'UTC' END) STORED,
  -- Something was sent that nobody has decided about, or the alert Novedades (bit 1) is open; and any other alert.
  ADD COLUMN has_novelty boolean NOT NULL GENERATED ALWAYS AS (waiting_since IS NOT NULL OR alert_kinds & 1 <> 0) STORED,
  ADD COLUMN has_alert boolean NOT NULL GENERATED ALWAYS AS (alert_kinds & ~1 <> 0) STORED;

-- In the two orders of the list, with all that its filters ask, so that counts and far pages read an index and no rows.
DROP INDEX reports.person_queue;
CREATE INDEX person_queue ON reports.person (waiting_since, changed_at DESC, account_id)
  INCLUDE (base_state, renew_at, person_type, current_level, risk, has_alert, has_novelty);
DROP INDEX reports.person_changed;
CREATE INDEX person_changed ON reports.person (changed_at, account_id)
  INCLUDE (base_state, renew_at, person_type, current_level, risk, has_alert, has_novelty, waiting_since);
DROP INDEX reports.person_alert_list;
CREATE INDEX person_alert_list ON reports.person ((alert_kinds = 0), changed_at DESC, account_id) INCLUDE (alert_kinds);
-- What filters ask, without an order: few values, so the index is small and a count reads a hundredth of the table.
CREATE INDEX person_facets ON reports.person (base_state, person_type, current_level, risk, has_alert, has_novelty);
CREATE INDEX person_renew ON reports.person (renew_at) INCLUDE (base_state) WHERE renew_at IS NOT NULL;
ANALYZE reports.person;
