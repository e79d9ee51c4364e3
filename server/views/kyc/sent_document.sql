-- Link analysis of people (module reports): which document numbers and which files each person sent.
CREATE OR REPLACE VIEW kyc.sent_document AS
  SELECT account_id, coalesce(facts ->> 'identificationNumber', facts ->> 'nit') AS document_number, sent_at,
    kyc.document_key(coalesce(facts ->> 'identificationNumber', facts ->> 'nit')) AS document_key FROM kyc.item
  WHERE slot = 'fields' AND state <> 'staged' AND coalesce(facts ->> 'identificationNumber', facts ->> 'nit') IS NOT NULL;
