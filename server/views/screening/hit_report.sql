-- For officers who look at what an alert points to (module alerts).
CREATE OR REPLACE VIEW screening.hit_report AS SELECT id, account_id, list, state, found_at AS at FROM screening.hit;
