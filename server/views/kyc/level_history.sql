CREATE OR REPLACE VIEW kyc.level_history AS
  SELECT account_id, CASE WHEN was_verified OR from_level = 0 THEN from_level ELSE from_level - 1 END AS from_verified_level,
    CASE WHEN is_verified OR to_level = 0 THEN to_level ELSE to_level - 1 END AS verified_level, changed_at
  FROM kyc.level_change;
