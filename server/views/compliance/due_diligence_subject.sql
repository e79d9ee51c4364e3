-- Whom each record is about: for the audit trail (module reports).
CREATE OR REPLACE VIEW compliance.due_diligence_subject AS SELECT id, account_id FROM compliance.due_diligence;
