-- Whose case a person is until it is decided; who assigned it before stands in the audit trail.
CREATE TABLE compliance.assignment (
  account_id  uuid PRIMARY KEY,
  officer_id  uuid NOT NULL,
  assigned_by uuid NOT NULL,
  at          timestamptz NOT NULL,
  CHECK (officer_id <> account_id)
);
CREATE INDEX assignment_officer ON compliance.assignment (officer_id);

-- How long an officer was at what they decided; null for decisions of before, and without a lease.
ALTER TABLE compliance.decision ADD COLUMN taken_at timestamptz;
CREATE INDEX decision_at ON compliance.decision (at);
