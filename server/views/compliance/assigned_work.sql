-- Of both, for deadlines (module deadlines).
CREATE OR REPLACE VIEW compliance.assigned_work AS
  SELECT 'documents' AS queue, account_id AS work_id, officer_id FROM compliance.assignment
  UNION ALL SELECT queue, work_id, officer_id FROM compliance.work_assignment;
