-- The same finding that became graver is another one: it is written beside the first, and raises the alert about it.
ALTER TABLE monitoring.finding
  DROP CONSTRAINT finding_account_id_rule_version_period_fingerprint_key,
  ADD CONSTRAINT finding_key UNIQUE (account_id, rule, version, period, fingerprint, severity);
