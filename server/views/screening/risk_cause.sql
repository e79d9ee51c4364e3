-- What holds the risk of a person up (module risk): hits of sanctions that nobody decided about, and the gravest findings since the last check
-- that asked every source, unless they were dismissed. One that came to its end without some sources ends nothing that another found.
CREATE OR REPLACE VIEW screening.risk_cause (account_id, cause, ref, detail) AS
  SELECT account_id, 'hit', id::text, list FROM screening.hit WHERE state = 'open' AND list <> 'pep'
  UNION ALL
  SELECT account_id, CASE gravest WHEN 'Alto' THEN 'findings_high' ELSE 'findings_medium' END, id::text, NULL
  FROM screening.background_check AS found
  WHERE gravest IN ('Medio', 'Alto') AND dismissed_at IS NULL
    AND NOT EXISTS (SELECT FROM screening.background_check AS later WHERE later.account_id = found.account_id AND later.id > found.id
      AND later.state = 'finished' AND later.gravest IS NOT NULL);
