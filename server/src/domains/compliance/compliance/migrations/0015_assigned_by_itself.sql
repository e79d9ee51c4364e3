-- Null: nobody assigned it, the configuration did.
ALTER TABLE compliance.assignment ALTER COLUMN assigned_by DROP NOT NULL;
ALTER TABLE compliance.work_assignment ALTER COLUMN assigned_by DROP NOT NULL;
