-- Those that nobody has decided, and the end of their day: for their deadline (module deadlines).
CREATE OR REPLACE VIEW compliance.open_nature_review AS
  SELECT id, account_id, (due_on + 1)::timestamp AT TIME ZONE 'America/Bogota' AS due_at
  FROM compliance.nature_review WHERE outcome IS NULL AND due_on IS NOT NULL;
