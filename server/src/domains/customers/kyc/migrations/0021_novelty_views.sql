-- What rules about customers read (module monitoring): until when the document of a person was good, as its zone or barcode was read each
-- time; the item that was accepted with it; and the office that somebody declared, until when.
CREATE VIEW kyc.document_expiry AS
  SELECT evidence.account_id, evidence.id, read ->> 'expiryDate' AS expires_on, evidence.at, item.id AS item_id
  FROM kyc.evidence JOIN kyc.item ON item.account_id = evidence.account_id AND item.form = 'natural-1' AND item.slot = 'frontal'
    AND item.state = 'accepted'
  WHERE evidence.form = 'natural-1' AND read ->> 'expiryDate' ~ '^\d{4}-\d{2}-\d{2}$';

CREATE VIEW kyc.declared_office AS
  SELECT account_id, id AS item_id, facts -> 'pepDetails' ->> 'until' AS ended_on, coalesce(sent_at, added_at) AS at FROM kyc.item
  WHERE form = 'natural-1' AND slot = 'fields' AND state IN ('pending', 'accepted', 'declined') AND facts ->> 'peps' = 'true'
    AND facts -> 'pepDetails' ->> 'until' ~ '^\d{4}-\d{2}-\d{2}$';

CREATE OR REPLACE VIEW kyc.sent_item AS SELECT account_id, state, sent_at, reviewed_at, id FROM kyc.item WHERE state IN ('pending', 'accepted', 'declined');

-- An address that was sent again after another one had been accepted, of a company too, and whether a proof that was sent with it or later
-- was accepted: of a person the proof of residence, of a company the certificate of the chamber of commerce.
CREATE OR REPLACE VIEW kyc.changed_address AS
  SELECT item.id, item.account_id, item.state, earlier.facts AS before, item.facts AS after, item.sent_at, item.reviewed_at,
    earlier.id AS earlier_id, item.form,
    (SELECT min(proof.reviewed_at) FROM kyc.item proof WHERE proof.account_id = item.account_id AND proof.form = item.form
      AND proof.slot = CASE item.form WHEN 'legal-1' THEN 'chamberOfCommerce' ELSE 'proofResidence' END
      AND proof.state = 'accepted' AND coalesce(proof.sent_at, proof.added_at) >= coalesce(item.sent_at, item.added_at)) AS proven_at
  FROM kyc.item CROSS JOIN LATERAL (
    SELECT old.id, old.facts FROM kyc.item old
    WHERE old.account_id = item.account_id AND old.form = item.form AND old.slot = item.slot AND old.state = 'replaced'
      AND old.reviewed_at IS NOT NULL AND old.description IS NULL AND old.added_at < item.added_at
    ORDER BY old.added_at DESC LIMIT 1) AS earlier
  WHERE item.form IN ('natural-2', 'legal-1') AND item.slot = 'fields' AND item.state IN ('pending', 'accepted', 'declined');

-- Words of the names of partners, to find those who are called alike.
CREATE FUNCTION kyc.partner_words(facts jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT DISTINCT word FROM jsonb_array_elements(
    CASE WHEN jsonb_typeof(facts -> 'shareholders') = 'array' THEN facts -> 'shareholders' ELSE '[]' END) AS partner,
    unnest(kyc.name_words(partner ->> 'name')) AS word ORDER BY word)
$$;
CREATE INDEX item_partner_words ON kyc.item USING gin (kyc.partner_words(facts))
  WHERE form = 'legal-1' AND slot = 'fields' AND state IN ('pending', 'accepted', 'declined');
CREATE OR REPLACE VIEW kyc.company_report AS
  SELECT account_id, facts ->> 'legalName' AS name, facts -> 'shareholders' AS shareholders, kyc.partner_keys(facts) AS partner_keys,
    kyc.partner_words(facts) AS partner_words FROM kyc.item
  WHERE form = 'legal-1' AND slot = 'fields' AND state IN ('pending', 'accepted', 'declined');
CREATE OR REPLACE VIEW kyc.document_report AS
  SELECT account_id, document_number, full_name, person_type, kyc.document_key(document_number) AS document_key,
    kyc.name_words(full_name) AS name_words FROM kyc.dossier;
