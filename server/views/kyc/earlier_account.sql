-- Read by modules limits and payments: what an earlier account of the person used counts for the person.
CREATE OR REPLACE VIEW kyc.earlier_account AS SELECT succeeded_by AS account_id, account_id AS earlier_id FROM kyc.dossier WHERE succeeded_by IS NOT NULL;
