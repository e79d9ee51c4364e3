-- Link analysis of people (module reports): who lives at the same address, by its digest.
CREATE VIEW monitoring.address_report AS SELECT account_id, digest FROM monitoring.address;
