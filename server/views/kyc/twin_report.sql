-- What rules about customers read (module monitoring): who sent the same document or the same file as somebody else.
CREATE OR REPLACE VIEW kyc.twin_report AS
  SELECT own.account_id, 'document' AS what, NULL::text AS slot, other.account_id AS other_id
  FROM kyc.item own JOIN kyc.item other
    ON coalesce(other.facts ->> 'identificationNumber', other.facts ->> 'nit') = coalesce(own.facts ->> 'identificationNumber', own.facts ->> 'nit')
  WHERE own.slot = 'fields' AND own.state <> 'staged' AND other.slot = 'fields' AND other.state <> 'staged' AND other.account_id <> own.account_id
  UNION ALL
  SELECT own.account_id, 'file', own.slot, other.owner_id
  FROM kyc.item own JOIN platform.stored_file mine ON mine.id = own.file_id JOIN platform.stored_file other USING (sha256)
  WHERE own.state NOT IN ('staged', 'replaced') AND other.owner_id <> own.account_id;
