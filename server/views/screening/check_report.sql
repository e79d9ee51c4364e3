CREATE OR REPLACE VIEW screening.check_report AS SELECT id, account_id, state, started_at AS at, gravest FROM screening.background_check;
