-- Link analysis of people (module reports): addresses on the chain and whose they are in which way. A deposit address that somebody else saved
-- is a link too.
CREATE OR REPLACE VIEW crypto.wallet_use AS
  SELECT account_id, address, 'saved' AS role, created_at AS first_at,
    (SELECT max(created_at) FROM crypto.withdrawal WHERE saved_address_id = saved_address.id) AS last_at,
    (SELECT count(*)::integer FROM crypto.withdrawal WHERE saved_address_id = saved_address.id) AS uses
  FROM crypto.saved_address
  UNION ALL
  SELECT account_id, address, 'deposit_address', created_at, NULL, NULL FROM crypto.address;
