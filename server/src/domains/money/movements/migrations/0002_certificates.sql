-- Certificates of a year are papers too.
ALTER TABLE movements.document DROP CONSTRAINT document_kind_check;
ALTER TABLE movements.document ADD CONSTRAINT document_kind_check CHECK (kind IN ('receipt', 'statement', 'certificate'));

-- Certificates that were refused because the ledger's figures do not add up, for the alarm. Insert only.
CREATE TABLE movements.certificate_mismatch (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  year       text NOT NULL,
  asset      text NOT NULL,
  at         timestamptz NOT NULL
);
CREATE INDEX certificate_mismatch_at ON movements.certificate_mismatch (at);
