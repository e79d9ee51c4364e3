-- With the bank: two banks may give the same number.
CREATE OR REPLACE VIEW payments.bank_account_number AS SELECT account_id, number, bank_id FROM payments.bank_account WHERE deleted_at IS NULL;
