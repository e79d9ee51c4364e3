-- Link analysis of people (module reports): which document numbers and which files each person sent.
CREATE VIEW kyc.sent_document AS
  SELECT account_id, coalesce(facts ->> 'identificationNumber', facts ->> 'nit') AS document_number, sent_at FROM kyc.item
  WHERE slot = 'fields' AND state <> 'staged' AND coalesce(facts ->> 'identificationNumber', facts ->> 'nit') IS NOT NULL;
CREATE VIEW kyc.sent_file AS
  SELECT item.account_id, file.sha256, item.slot, item.sent_at FROM kyc.item JOIN platform.stored_file file ON file.id = item.file_id
  WHERE item.state NOT IN ('staged', 'replaced');
CREATE INDEX item_file ON kyc.item (file_id) WHERE file_id IS NOT NULL;
