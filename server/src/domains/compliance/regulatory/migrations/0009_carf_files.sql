-- Files of the yearly report of crypto-assets (CARF) have the same versions, seals and officers as the monthly ones. Their month is the
-- last one of the reported year.
ALTER TABLE regulatory.uiaf_file DROP CONSTRAINT uiaf_file_report_check,
  ADD CONSTRAINT uiaf_file_report_check CHECK (report IN ('operations', 'clients', 'carf')),
  ADD CONSTRAINT uiaf_file_carf_year CHECK (report <> 'carf' OR month LIKE '%-12');
-- compatible: the version before writes only 'operations' and 'clients', which both checks allow.
