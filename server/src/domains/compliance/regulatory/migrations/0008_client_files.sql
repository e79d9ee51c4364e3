-- Monthly files report operations or clients: each has versions of its own. Files of before are of operations.
ALTER TABLE regulatory.uiaf_file ADD COLUMN report text NOT NULL DEFAULT 'operations' CHECK (report IN ('operations', 'clients'));
ALTER TABLE regulatory.uiaf_file ALTER COLUMN report DROP DEFAULT;
ALTER TABLE regulatory.uiaf_file DROP CONSTRAINT uiaf_file_month_version_key, ADD UNIQUE (report, month, version);
DROP INDEX regulatory.uiaf_file_under_way;
CREATE UNIQUE INDEX uiaf_file_under_way ON regulatory.uiaf_file (report, month) WHERE state IN ('generating', 'proposed');
DROP INDEX regulatory.uiaf_file_approved;
CREATE UNIQUE INDEX uiaf_file_approved ON regulatory.uiaf_file (report, month) WHERE state = 'approved';
