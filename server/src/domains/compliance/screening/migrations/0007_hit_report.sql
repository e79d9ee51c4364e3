-- For officers who look at what an alert points to (module alerts).
CREATE VIEW screening.hit_report AS SELECT id, account_id, list, state, found_at AS at FROM screening.hit;
CREATE VIEW screening.check_report AS SELECT id, account_id, state, started_at AS at, gravest FROM screening.background_check;
