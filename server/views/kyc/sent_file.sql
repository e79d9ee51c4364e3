CREATE OR REPLACE VIEW kyc.sent_file AS
  SELECT item.account_id, file.sha256, item.slot, item.sent_at FROM kyc.item JOIN platform.stored_file file ON file.id = item.file_id
  WHERE item.state NOT IN ('staged', 'replaced');
