-- For rules about customers (module monitoring): each proof as it was read last, beside what is declared now.
CREATE OR REPLACE VIEW kyc.proof_report AS
  SELECT DISTINCT ON (item.account_id, item.added_at, item.id) item.account_id, item.id AS item_id, item.added_at, item.sent_at, holder_name,
    reading.address, city_id, city,
    issued_on, relation, fields.facts AS declared, full_name,
    EXISTS (SELECT 1 FROM kyc.item later WHERE later.account_id = item.account_id AND later.form = item.form AND later.slot = item.slot
      AND later.state = 'accepted' AND later.added_at > item.added_at) AS is_followed
  FROM kyc.proof_reading reading JOIN kyc.item ON item.id = reading.item_id JOIN kyc.dossier ON dossier.account_id = item.account_id
    JOIN kyc.item fields ON fields.account_id = item.account_id AND fields.form = item.form AND fields.slot = 'fields'
      AND fields.state IN ('pending', 'accepted', 'declined')
  ORDER BY item.account_id, item.added_at DESC, item.id, reading.id DESC;
