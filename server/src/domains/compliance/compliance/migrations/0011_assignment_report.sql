-- Whose case a person is, for its deadline (module deadlines).
CREATE VIEW compliance.assignment_report AS SELECT account_id, officer_id FROM compliance.assignment;
