-- In which month an operation counts: what a month had used at an earlier moment (module monitoring).
CREATE OR REPLACE VIEW limits.operation_report AS
  SELECT operation_id, account_id, direction, amount, is_counted, month FROM limits.operation_use;
