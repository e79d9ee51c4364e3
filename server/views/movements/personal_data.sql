-- What this module knows of a person, for the copy of their data (module reports).
CREATE OR REPLACE VIEW movements.personal_data AS
  SELECT account_id, 'documents' AS section, issued_at AS at,
    jsonb_build_object('code', code, 'kind', kind, 'subject', subject, 'format', format, 'issuedAt', issued_at) AS entry
  FROM movements.document;
