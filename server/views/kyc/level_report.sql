-- What rules about customers read (module monitoring): since when a person is verified at all.
CREATE OR REPLACE VIEW kyc.level_report AS
  SELECT account_id, min(changed_at) AS first_verified_at FROM kyc.level_change WHERE to_level > 1 OR (to_level = 1 AND is_verified)
  GROUP BY account_id;
