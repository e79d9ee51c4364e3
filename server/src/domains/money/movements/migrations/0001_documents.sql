CREATE SCHEMA movements;

-- Papers that were given out, so that whoever holds one can ask whether it is ours. Insert only. `facts` is the text that the paper shows;
-- the signature (Ed25519) covers every column but the account's.
CREATE TABLE movements.document (
  code       text PRIMARY KEY,
  account_id uuid NOT NULL,
  kind       text NOT NULL CHECK (kind IN ('receipt', 'statement')),
  -- the movement, or the month
  subject    text NOT NULL,
  format     text NOT NULL CHECK (format IN ('pdf', 'csv')),
  facts      text NOT NULL,
  file_hash  text NOT NULL CHECK (file_hash ~ '^[0-9a-f]{64}$'),
  signature  text NOT NULL,
  issued_at  timestamptz(3) NOT NULL
);
CREATE INDEX document_of_subject ON movements.document (account_id, subject, format, issued_at DESC);

-- What this module knows of a person, for the copy of their data (module reports).
CREATE VIEW movements.personal_data AS
  SELECT account_id, 'documents' AS section, issued_at AS at,
    jsonb_build_object('code', code, 'kind', kind, 'subject', subject, 'format', format, 'issuedAt', issued_at) AS entry
  FROM movements.document;
