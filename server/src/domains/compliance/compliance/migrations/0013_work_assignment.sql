-- Whose work is whose, of all queues but documents: a case of documents is a person, and is in compliance.assignment as before.
CREATE TABLE compliance.work_assignment (
  queue       text NOT NULL CHECK (queue IN ('lists', 'alerts', 'withdrawals', 'refresh', 'conversations', 'matches')),
  work_id     uuid NOT NULL,
  account_id  uuid NOT NULL,
  officer_id  uuid NOT NULL,
  assigned_by uuid NOT NULL,
  at          timestamptz NOT NULL,
  PRIMARY KEY (queue, work_id),
  CHECK (officer_id <> account_id)
);
CREATE INDEX work_assignment_officer ON compliance.work_assignment (officer_id);

-- Of both, for deadlines (module deadlines).
CREATE VIEW compliance.assigned_work AS
  SELECT 'documents' AS queue, account_id AS work_id, officer_id FROM compliance.assignment
  UNION ALL SELECT queue, work_id, officer_id FROM compliance.work_assignment;
