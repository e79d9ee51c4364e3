CREATE OR REPLACE VIEW kyc.document_report AS
  SELECT account_id, document_number, full_name, person_type, kyc.document_key(document_number) AS document_key,
    kyc.name_words(full_name) AS name_words FROM kyc.dossier;
