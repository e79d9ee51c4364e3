-- What the signer asks before it signs a withdrawal (module blockchain): whose payouts stand still. until NULL: as long as it is so.
CREATE VIEW identity.payout_block AS
  SELECT account_id, 'cooldown' AS cause, until FROM identity.hold
  UNION ALL
  SELECT id, 'frozen', NULL FROM identity.account WHERE frozen_at IS NOT NULL
  UNION ALL
  SELECT id, 'suspended', NULL FROM identity.account WHERE state IN (3, 4);
