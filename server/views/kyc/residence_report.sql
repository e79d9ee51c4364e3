CREATE OR REPLACE VIEW kyc.residence_report AS SELECT account_id, country FROM kyc.dossier WHERE country IS NOT NULL;
