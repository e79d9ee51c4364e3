CREATE OR REPLACE VIEW limits.month_report AS SELECT account_id, month, direction, used FROM limits.month_use;
