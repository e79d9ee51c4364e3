-- For officers who look at what an alert points to (module alerts): a document or the fields of a form, those that were replaced too.
CREATE VIEW kyc.item_report AS
  SELECT id, account_id, form, slot, state, coalesce(sent_at, added_at) AS at, CASE WHEN slot = 'fields' THEN facts END AS facts
  FROM kyc.item WHERE state <> 'staged';
