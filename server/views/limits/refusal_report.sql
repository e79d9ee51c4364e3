-- Read by module monitoring.
CREATE OR REPLACE VIEW limits.refusal_report AS SELECT operation_id, account_id, direction, amount, maximum, at FROM limits.refusal;
