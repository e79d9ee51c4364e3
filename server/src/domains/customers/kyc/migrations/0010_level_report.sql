-- What rules about customers read (module monitoring): since when a person is verified at all, and where they live.
CREATE VIEW kyc.level_report AS
  SELECT account_id, min(changed_at) AS first_verified_at FROM kyc.level_change WHERE to_level > 1 OR (to_level = 1 AND is_verified)
  GROUP BY account_id;
CREATE VIEW kyc.residence_report AS SELECT account_id, country FROM kyc.dossier WHERE country IS NOT NULL;
