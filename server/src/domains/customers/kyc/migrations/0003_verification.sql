-- Which level a person works on, whether it is done, and as whom they verify.
CREATE TABLE kyc.customer (
  account_id    uuid PRIMARY KEY,
  person_type   text NOT NULL CHECK (person_type IN ('natural', 'legal')),
  current_level integer NOT NULL CHECK (current_level BETWEEN 0 AND 3),
  is_verified   boolean NOT NULL,
  updated_at    timestamptz NOT NULL
);
INSERT INTO kyc.customer SELECT account_id, person_type, current_level, is_verified, updated_at FROM kyc.dossier;

-- What was declared and checked. Written when a level is verified, and never from an unchecked form.
DROP VIEW kyc.personal_data;
ALTER TABLE kyc.dossier
  DROP COLUMN current_level,
  DROP COLUMN is_verified,
  ADD COLUMN birth_date date,
  ADD COLUMN is_pep boolean NOT NULL DEFAULT false,
  ADD COLUMN country text,
  ADD COLUMN address text;
-- One person per document (a company per NIT), also against two officers at once.
CREATE UNIQUE INDEX dossier_document ON kyc.dossier (document_type, document_number);

-- Expected volumes, as answered. Insert only: what a person expected last year explains what was reviewed then.
CREATE TABLE kyc.survey (
  id          uuid PRIMARY KEY,
  account_id  uuid NOT NULL,
  response_a  integer NOT NULL,
  response_b  integer NOT NULL,
  response_c  integer NOT NULL,
  answered_at timestamptz NOT NULL
);
CREATE INDEX survey_account ON kyc.survey (account_id, answered_at DESC);

-- One row per person and form: what was typed so far, then what was sent.
CREATE TABLE kyc.form (
  account_id      uuid NOT NULL,
  form            text NOT NULL,
  state           text NOT NULL CHECK (state IN ('draft', 'sent', 'declined', 'accepted')),
  fields          jsonb NOT NULL,
  revision        integer NOT NULL,
  -- the first call of a submission in two calls; nothing is under review before the second
  fields_ready_at timestamptz,
  updated_at      timestamptz NOT NULL,
  sent_at         timestamptz,
  PRIMARY KEY (account_id, form)
);

-- What a reviewer accepts or declines: each file, and the fields of a form as one. Replaced ones stay as evidence.
CREATE TABLE kyc.item (
  id          uuid PRIMARY KEY,
  account_id  uuid NOT NULL,
  form        text NOT NULL,
  slot        text NOT NULL,
  file_id     uuid,
  -- of the file for people, or the fields as they were sent
  facts       jsonb NOT NULL,
  state       text NOT NULL CHECK (state IN ('staged', 'pending', 'accepted', 'declined', 'replaced')),
  added_at    timestamptz NOT NULL,
  sent_at     timestamptz,
  reviewed_at timestamptz,
  reviewed_by uuid,
  description text,
  FOREIGN KEY (account_id, form) REFERENCES kyc.form (account_id, form)
);
CREATE INDEX item_form ON kyc.item (account_id, form) WHERE state <> 'replaced';

-- What a device read from the document. Insert only.
CREATE TABLE kyc.evidence (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  form       text NOT NULL,
  source     text NOT NULL CHECK (source IN ('pdf417', 'mrz')),
  read       jsonb NOT NULL,
  at         timestamptz NOT NULL
);
CREATE INDEX evidence_form ON kyc.evidence (account_id, form, at DESC);

-- Who changed whose level, and why. Insert only.
CREATE TABLE kyc.level_change (
  id            uuid PRIMARY KEY,
  account_id    uuid NOT NULL,
  from_level    integer NOT NULL,
  was_verified  boolean NOT NULL,
  to_level      integer NOT NULL,
  is_verified   boolean NOT NULL,
  reason        text NOT NULL,
  changed_by    uuid NOT NULL,
  changed_at    timestamptz NOT NULL
);
CREATE INDEX level_change_account ON kyc.level_change (account_id, changed_at);

-- What this module knows of a person, for the copy of their data (module reports).
CREATE VIEW kyc.personal_data AS
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
  FROM kyc.level_change;
