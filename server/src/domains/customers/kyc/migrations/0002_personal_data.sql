-- What this module knows of a person, for the copy of their data (module reports).
CREATE VIEW kyc.personal_data AS
  SELECT account_id, 'dossier' AS section, updated_at AS at,
    jsonb_build_object('personType', person_type, 'fullName', full_name, 'documentType', document_type,
      'documentNumber', document_number, 'phone', phone, 'currentLevel', current_level, 'isVerified', is_verified,
      'updatedAt', updated_at) AS entry
  FROM kyc.dossier;
