-- What this module knows of a person, for the copy of their data (module reports).
-- A person's copy of their data tells what was asked for, and not why an officer did.
-- A company's copy of its data tells whom officers read on its papers, and not why one of them found no owner.
CREATE OR REPLACE VIEW kyc.personal_data AS
  SELECT account_id, 'verification' AS section, updated_at AS at,
    jsonb_build_object('personType', person_type, 'currentLevel', current_level, 'isVerified', is_verified, 'updatedAt', updated_at) AS entry
  FROM kyc.customer
  UNION ALL
  SELECT account_id, 'dossier', updated_at,
    jsonb_build_object('personType', person_type, 'fullName', full_name, 'documentType', document_type, 'documentNumber', document_number,
      'phone', phone, 'birthDate', birth_date, 'isPep', is_pep, 'country', country, 'address', address, 'updatedAt', updated_at)
  FROM kyc.dossier
  UNION ALL
  SELECT account_id, 'survey', answered_at,
    jsonb_build_object('monthlyBand', response_a, 'yearlyBand', response_b, 'answeredAt', answered_at)
  FROM kyc.survey
  UNION ALL
  SELECT account_id, 'forms', updated_at,
    jsonb_build_object('form', form, 'state', state, 'fields', fields, 'updatedAt', updated_at, 'sentAt', sent_at)
  FROM kyc.form
  UNION ALL
  SELECT account_id, 'documents', added_at,
    jsonb_build_object('form', form, 'slot', slot, 'name', facts -> 'name', 'state', state, 'addedAt', added_at, 'sentAt', sent_at,
      'reviewedAt', reviewed_at, 'description', description)
  FROM kyc.item WHERE file_id IS NOT NULL
  UNION ALL
  SELECT account_id, 'documentReadings', at, jsonb_build_object('form', form, 'source', source, 'read', read, 'at', at)
  FROM kyc.evidence
  UNION ALL
  SELECT account_id, 'levelChanges', changed_at,
    jsonb_build_object('fromLevel', from_level, 'toLevel', to_level, 'isVerified', is_verified, 'reason', reason, 'changedAt', changed_at)
  FROM kyc.level_change
  UNION ALL
  SELECT account_id, 'renewals', requested_at,
    jsonb_build_object('subject', subject, 'why', why, 'state', state, 'requestedAt', requested_at, 'dueAt', due_at, 'closedAt', closed_at)
  FROM kyc.renewal
  UNION ALL
  SELECT account_id, 'representatives', written_at, jsonb_build_object('version', version, 'people', people, 'writtenAt', written_at)
  FROM kyc.representative_list
  UNION ALL
  SELECT account_id, 'taxCertifications', certified_at,
    jsonb_build_object('version', version, 'residences', residences, 'statementVersion', statement_version, 'certifiedAt', certified_at)
  FROM kyc.tax_certification;
