-- Until which day of Bogotá an officer's review of the nature of operations should be decided; null for those of before, and of customers.
ALTER TABLE compliance.nature_review ADD COLUMN due_on date CHECK (due_on IS NULL OR NOT is_of_customer);

-- Those that nobody has decided, and the end of their day: for their deadline (module deadlines).
CREATE VIEW compliance.open_nature_review AS
  SELECT id, account_id, (due_on + 1)::timestamp AT TIME ZONE 'America/Bogota' AS due_at
  FROM compliance.nature_review WHERE outcome IS NULL AND due_on IS NOT NULL;
CREATE INDEX nature_review_open ON compliance.nature_review (due_on) WHERE outcome IS NULL AND due_on IS NOT NULL;

ALTER TABLE compliance.work_assignment DROP CONSTRAINT work_assignment_queue_check, ADD CONSTRAINT work_assignment_queue_check
  CHECK (queue IN ('lists', 'alerts', 'withdrawals', 'refresh', 'nature', 'conversations', 'matches'));
