-- After how many months what was accepted is asked for again: by the configuration (module configuration), whose version in force the schedule
-- writes here with every person it reaches. Until then the months that the product began with.
CREATE TABLE reports.renewal (
  is_one        boolean PRIMARY KEY DEFAULT true CHECK (is_one),
  version       integer NOT NULL,
  low_months    integer NOT NULL CHECK (low_months > 0),
  medium_months integer NOT NULL CHECK (medium_months > 0),
  high_months   integer NOT NULL CHECK (high_months > 0),
  pep_months    integer NOT NULL CHECK (pep_months > 0),
  -- null: people of before are still to be reached
  applied_at    timestamptz
);
INSERT INTO reports.renewal (version, low_months, medium_months, high_months, pep_months, applied_at) VALUES (1, 24, 12, 6, 12, now());

-- The shortest of what holds for somebody.
CREATE FUNCTION reports.renewal_of(person reports.person, months reports.renewal) RETURNS timestamptz LANGUAGE sql STABLE AS $$
  SELECT CASE WHEN person.waiting_since IS NULL AND person.verified_level >= 1 THEN (person.accepted_at AT TIME ZONE 'UTC' + make_interval(months => least(
      CASE person.risk WHEN 'high' THEN months.high_months WHEN 'medium' THEN months.medium_months ELSE months.low_months END,
      CASE WHEN person.is_pep THEN months.pep_months ELSE months.low_months END))) AT TIME ZONE 'UTC' END
$$;

ALTER TABLE reports.person ALTER COLUMN renew_at DROP EXPRESSION;
CREATE FUNCTION reports.set_renewal() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE months reports.renewal;
BEGIN
  SELECT * INTO months FROM reports.renewal;
  NEW.renew_at := reports.renewal_of(NEW, months);
  RETURN NEW;
END $$;
CREATE TRIGGER person_renewal BEFORE INSERT OR UPDATE ON reports.person FOR EACH ROW EXECUTE FUNCTION reports.set_renewal();
