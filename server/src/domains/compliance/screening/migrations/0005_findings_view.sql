-- What background checks found, for rules about customers (module monitoring): of the newest report of a check, so that it stands while failed
-- sources are asked again, and a report after that is news.
CREATE VIEW screening.background_finding AS
  SELECT account_id, id AS check_id,
    (SELECT max(received_at) FROM screening.background_report report WHERE report.check_id = background_check.id) AS at, gravest
  FROM screening.background_check
  WHERE gravest <> 'No' AND EXISTS (SELECT 1 FROM screening.background_report report WHERE report.check_id = background_check.id);
