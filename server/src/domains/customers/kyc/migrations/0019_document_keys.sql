-- A number of a document, however somebody typed it: `79.123.456`, `CC 79123456`, `079123456` and its full-width digits are one. Companies do
-- not say of which kind the documents of their partners are, so that a kind and zeros before digits only say nothing.
CREATE FUNCTION kyc.document_key(typed text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT nullif(regexp_replace(regexp_replace(upper(normalize(typed, NFKC)), '[^A-Z0-9]+', '', 'g'),
    '^(CC|CE|TI|NIT|NUIP|PPT|PASAPORTE|PAS|PA|PP)?0*(?=[0-9]+$)', ''), '')
$$;
CREATE FUNCTION kyc.partner_keys(facts jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT DISTINCT key FROM (SELECT kyc.document_key(partner ->> 'identification') AS key FROM jsonb_array_elements(
    CASE WHEN jsonb_typeof(facts -> 'shareholders') = 'array' THEN facts -> 'shareholders' ELSE '[]' END) AS partner) AS keys
    WHERE key IS NOT NULL ORDER BY key)
$$;

-- What was sent before the numbers of partners were normalised. All of it, so that what is sent again is no change.
UPDATE kyc.item SET facts = jsonb_set(facts, '{shareholders}', (
    SELECT jsonb_agg(CASE WHEN plain = '' THEN partner ELSE jsonb_set(partner, '{identification}', to_jsonb(plain)) END ORDER BY place)
    FROM (SELECT partner, place, upper(regexp_replace(normalize(partner ->> 'identification', NFKC), '[^[:alnum:]]+', '', 'g')) AS plain
      FROM jsonb_array_elements(facts -> 'shareholders') WITH ORDINALITY AS partners (partner, place)) AS plain_partners))
  WHERE form = 'legal-1' AND slot = 'fields' AND jsonb_typeof(facts -> 'shareholders') = 'array' AND jsonb_array_length(facts -> 'shareholders') > 0;

CREATE OR REPLACE VIEW kyc.company_report AS
  SELECT account_id, facts ->> 'legalName' AS name, facts -> 'shareholders' AS shareholders, kyc.partner_keys(facts) AS partner_keys FROM kyc.item
  WHERE form = 'legal-1' AND slot = 'fields' AND state IN ('pending', 'accepted', 'declined');
CREATE INDEX item_partners ON kyc.item USING gin (kyc.partner_keys(facts))
  WHERE form = 'legal-1' AND slot = 'fields' AND state IN ('pending', 'accepted', 'declined');
DROP INDEX kyc.item_shareholders;

CREATE OR REPLACE VIEW kyc.document_report AS
  SELECT account_id, document_number, full_name, person_type, kyc.document_key(document_number) AS document_key FROM kyc.dossier;
CREATE INDEX dossier_key ON kyc.dossier (kyc.document_key(document_number));

CREATE OR REPLACE VIEW kyc.sent_document AS
  SELECT account_id, coalesce(facts ->> 'identificationNumber', facts ->> 'nit') AS document_number, sent_at,
    kyc.document_key(coalesce(facts ->> 'identificationNumber', facts ->> 'nit')) AS document_key FROM kyc.item
  WHERE slot = 'fields' AND state <> 'staged' AND coalesce(facts ->> 'identificationNumber', facts ->> 'nit') IS NOT NULL;
CREATE INDEX item_document_key ON kyc.item (kyc.document_key(coalesce(facts ->> 'identificationNumber', facts ->> 'nit')))
  WHERE slot = 'fields' AND state <> 'staged' AND coalesce(facts ->> 'identificationNumber', facts ->> 'nit') IS NOT NULL;
