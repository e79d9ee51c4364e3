-- What rules about customers read (module monitoring): who sent the same document or the same file as somebody else, which people companies
-- name, where people live, and addresses that were sent again after others had been accepted.
CREATE VIEW kyc.twin_report AS
  SELECT own.account_id, 'document' AS what, NULL::text AS slot, other.account_id AS other_id
  FROM kyc.item own JOIN kyc.item other
    ON coalesce(other.facts ->> 'identificationNumber', other.facts ->> 'nit') = coalesce(own.facts ->> 'identificationNumber', own.facts ->> 'nit')
  WHERE own.slot = 'fields' AND own.state <> 'staged' AND other.slot = 'fields' AND other.state <> 'staged' AND other.account_id <> own.account_id
  UNION ALL
  SELECT own.account_id, 'file', own.slot, other.owner_id
  FROM kyc.item own JOIN platform.stored_file mine ON mine.id = own.file_id JOIN platform.stored_file other USING (sha256)
  WHERE own.state NOT IN ('staged', 'replaced') AND other.owner_id <> own.account_id;

CREATE VIEW kyc.company_report AS
  SELECT account_id, facts ->> 'legalName' AS name, facts -> 'shareholders' AS shareholders FROM kyc.item
  WHERE form = 'legal-1' AND slot = 'fields' AND state IN ('pending', 'accepted', 'declined');
CREATE INDEX item_shareholders ON kyc.item USING gin ((facts -> 'shareholders') jsonb_path_ops)
  WHERE form = 'legal-1' AND slot = 'fields' AND state IN ('pending', 'accepted', 'declined');

CREATE VIEW kyc.document_report AS SELECT account_id, document_number, full_name, person_type FROM kyc.dossier;
CREATE INDEX dossier_number ON kyc.dossier (document_number);

CREATE VIEW kyc.address_report AS SELECT account_id, full_name, country, address FROM kyc.dossier WHERE address IS NOT NULL;

CREATE VIEW kyc.changed_address AS
  SELECT item.id, item.account_id, item.state, earlier.facts AS before, item.facts AS after
  FROM kyc.item CROSS JOIN LATERAL (
    SELECT old.facts FROM kyc.item old
    WHERE old.account_id = item.account_id AND old.form = item.form AND old.slot = item.slot AND old.state = 'replaced'
      AND old.reviewed_at IS NOT NULL AND old.description IS NULL AND old.added_at < item.added_at
    ORDER BY old.added_at DESC LIMIT 1) AS earlier
  WHERE item.form = 'natural-2' AND item.slot = 'fields' AND item.state IN ('pending', 'accepted', 'declined');
