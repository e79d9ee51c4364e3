CREATE OR REPLACE VIEW payments.reference_report AS SELECT account_id, reference FROM payments.transfer_reference;
