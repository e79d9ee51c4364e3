CREATE SCHEMA kyc;

CREATE TABLE kyc.dossier (
  account_id      uuid PRIMARY KEY,
  person_type     text NOT NULL CHECK (person_type IN ('natural', 'legal')),
  full_name       text NOT NULL,
  document_type   text NOT NULL CHECK (document_type IN ('CC', 'CE', 'NIT', 'PA', 'PPT')),
  document_number text NOT NULL,
  phone           text NOT NULL,
  current_level   integer NOT NULL CHECK (current_level BETWEEN 1 AND 3),
  is_verified     boolean NOT NULL,
  updated_at      timestamptz NOT NULL
);
