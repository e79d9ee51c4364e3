CREATE OR REPLACE VIEW kyc.address_report AS SELECT account_id, full_name, country, address FROM kyc.dossier WHERE address IS NOT NULL;
