-- The signer asks by itself: what is stored may be older than an alert Listas that an officer opened, or than the end of an officer's own level.
CREATE OR REPLACE VIEW risk.payout_block AS
  SELECT account_id FROM risk.standing WHERE NOT (risk = 'low' OR risk = 'medium' AND allow) OR level_until <= now()
  UNION SELECT account_id FROM alerts.episode_report WHERE kind = 2 AND state = 'open';
