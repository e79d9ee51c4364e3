-- For officers who look at what an alert points to (module alerts).
CREATE VIEW blacklist.entry_report AS SELECT id, kind, masked, added_at AS at FROM blacklist.entry;
