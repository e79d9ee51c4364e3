-- Findings of a background check that two officers looked at and that say nothing about the person any more: a namesake, an old matter that ended.
ALTER TABLE screening.background_check
  ADD COLUMN dismissed_at timestamptz,
  ADD COLUMN dismissed_by uuid,
  ADD COLUMN dismissed_second_id uuid,
  ADD COLUMN dismiss_reason text,
  ADD CONSTRAINT background_check_dismissal CHECK (num_nonnulls(dismissed_at, dismissed_by, dismissed_second_id, dismiss_reason) IN (0, 4));

-- What holds the risk of a person up (module risk): hits of sanctions that nobody decided about, and the gravest findings since the last check
-- that asked every source, unless they were dismissed. One that came to its end without some sources ends nothing that another found.
CREATE VIEW screening.risk_cause (account_id, cause, ref, detail) AS
  SELECT account_id, 'hit', id::text, list FROM screening.hit WHERE state = 'open' AND list <> 'pep'
  UNION ALL
  SELECT account_id, CASE gravest WHEN 'Alto' THEN 'findings_high' ELSE 'findings_medium' END, id::text, NULL
  FROM screening.background_check AS found
  WHERE gravest IN ('Medio', 'Alto') AND dismissed_at IS NULL
    AND NOT EXISTS (SELECT FROM screening.background_check AS later WHERE later.account_id = found.account_id AND later.id > found.id
      AND later.state = 'finished' AND later.gravest IS NOT NULL);
CREATE INDEX background_check_grave ON screening.background_check (account_id) WHERE gravest IN ('Medio', 'Alto');
CREATE INDEX hit_open_account ON screening.hit (account_id) WHERE state = 'open';

-- Addresses of a chain that stand in a list of sanctions now, as they are compared.
CREATE VIEW screening.listed_address AS
  SELECT DISTINCT substr(identifier, length('address:') + 1) AS address
  FROM screening.entry CROSS JOIN unnest(identifiers) AS identifier
  WHERE to_version IS NULL AND list <> 'pep' AND identifier LIKE 'address:%';
