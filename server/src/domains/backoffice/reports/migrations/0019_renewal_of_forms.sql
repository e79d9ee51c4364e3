-- A renewal that begins or ends moves its person between the states of the list (ADM-01).
CREATE TRIGGER person_added AFTER INSERT ON kyc.renewal REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION reports.verification_changed();
CREATE TRIGGER person_changed AFTER UPDATE ON kyc.renewal REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION reports.verification_changed();

-- How long what was accepted of somebody holds: the shortest of what counts.
CREATE FUNCTION reports.months_of(person reports.person, months reports.renewal) RETURNS integer LANGUAGE sql IMMUTABLE AS $$
  SELECT least(CASE person.risk WHEN 'high' THEN months.high_months WHEN 'medium' THEN months.medium_months ELSE months.low_months END,
    CASE WHEN person.is_pep THEN months.pep_months ELSE months.low_months END)
$$;

-- What is past its months, thing by thing, of those who are past them at all.
CREATE FUNCTION reports.aged_data(at timestamptz) RETURNS TABLE (account_id uuid, subject text) LANGUAGE sql STABLE AS $$
  SELECT person.account_id, accepted.subject
  FROM reports.person CROSS JOIN reports.renewal AS months
    CROSS JOIN LATERAL (SELECT data.subject, data.accepted_at FROM kyc.accepted_data AS data WHERE data.account_id = person.account_id) AS accepted
  WHERE person.verified_level >= 1 AND person.renew_at < at
    AND (accepted.accepted_at AT TIME ZONE 'UTC' + make_interval(months => reports.months_of(person, months))) AT TIME ZONE 'UTC' < at
    AND NOT EXISTS (SELECT 1 FROM kyc.open_renewal AS open WHERE open.account_id = person.account_id AND open.subject = accepted.subject)
$$;

-- What was accepted is as old as its oldest form: rows of before had the newest.
UPDATE reports.person SET accepted_at = v.accepted_at FROM kyc.person_state v
WHERE v.account_id = person.account_id AND person.accepted_at IS DISTINCT FROM v.accepted_at;
