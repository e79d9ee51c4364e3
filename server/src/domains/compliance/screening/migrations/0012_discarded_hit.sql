-- Hits that two officers discarded, and when: one of a PEP list ends the alert PEP without an enhanced due diligence (module risk).
CREATE VIEW screening.discarded_hit AS SELECT id, account_id, list, decided_at FROM screening.hit WHERE state = 'discarded';
