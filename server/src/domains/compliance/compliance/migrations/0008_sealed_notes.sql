-- What a note says is sealed with the key of the customer's files, so that it goes with them (crypto-shredding). What was written before is
-- sealed by a job: a migration has no keys.
ALTER TABLE compliance.case_note
  ALTER COLUMN text DROP NOT NULL,
  ADD COLUMN sealed bytea,
  ADD CHECK (num_nonnulls(text, sealed) = 1);
CREATE INDEX case_note_unsealed ON compliance.case_note (id) WHERE text IS NOT NULL;

-- Of whom nothing is kept, their notes neither.
DO $$
BEGIN
  IF to_regclass('retention.forgotten') IS NOT NULL THEN
    UPDATE compliance.case_note SET text = NULL, sealed = '' WHERE account_id IN (SELECT account_id FROM retention.forgotten);
  END IF;
END
$$;

-- The one change of a note there is: from plain to sealed.
CREATE FUNCTION compliance.case_note_is_only_sealed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.text IS NULL OR NEW.text IS NOT NULL THEN
    RAISE EXCEPTION 'permission denied: a note is written once';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER case_note_is_only_sealed BEFORE UPDATE ON compliance.case_note
  FOR EACH ROW EXECUTE FUNCTION compliance.case_note_is_only_sealed();
