CREATE OR REPLACE VIEW kyc.open_renewal AS SELECT account_id, subject, why, requested_at, due_at FROM kyc.renewal WHERE state = 'open';
