-- A document proves one account that is not closed. Of a person who closed an account and verified another one with the same document, the
-- dossier of the earlier account says which account came after it; of several earlier accounts each names the newest.
ALTER TABLE kyc.dossier ADD COLUMN succeeded_by uuid;
DROP INDEX kyc.dossier_document;
CREATE UNIQUE INDEX dossier_document ON kyc.dossier (document_type, document_number) WHERE succeeded_by IS NULL;
CREATE INDEX dossier_succeeded_by ON kyc.dossier (succeeded_by) WHERE succeeded_by IS NOT NULL;

-- Read by module limits: what an earlier account of the person used counts for the person.
CREATE VIEW kyc.earlier_account AS SELECT succeeded_by AS account_id, account_id AS earlier_id FROM kyc.dossier WHERE succeeded_by IS NOT NULL;
