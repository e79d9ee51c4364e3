-- For deadlines (module deadlines), which tell somebody else meanwhile.
CREATE OR REPLACE VIEW compliance.absence_report AS SELECT officer_id, until FROM compliance.absence;
