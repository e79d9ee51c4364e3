-- Bank accounts as the black list compares them: whole numbers of those that are kept.
CREATE VIEW payments.bank_account_number AS SELECT account_id, number FROM payments.bank_account WHERE deleted_at IS NULL;
