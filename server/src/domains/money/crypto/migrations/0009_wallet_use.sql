-- Link analysis of people (module reports): addresses on the chain and whose they are in which way. A deposit address that somebody else saved
-- is a link too.
CREATE VIEW crypto.wallet_use AS
  SELECT account_id, address, 'saved' AS role, created_at AS first_at,
    (SELECT max(created_at) FROM crypto.withdrawal WHERE saved_address_id = saved_address.id) AS last_at,
    (SELECT count(*)::integer FROM crypto.withdrawal WHERE saved_address_id = saved_address.id) AS uses
  FROM crypto.saved_address
  UNION ALL
  SELECT account_id, address, 'deposit_address', created_at, NULL, NULL FROM crypto.address;
CREATE INDEX saved_address_use ON crypto.saved_address (address);
CREATE INDEX saved_address_owner ON crypto.saved_address (account_id);
CREATE INDEX withdrawal_of_saved_address ON crypto.withdrawal (saved_address_id, created_at);
-- Who tokens came from.
CREATE VIEW crypto.deposit_sender AS SELECT account_id, from_address AS address, created_at AS at FROM crypto.deposit WHERE state <> 'ORPHANED';
CREATE INDEX deposit_from_address ON crypto.deposit (from_address, account_id, created_at) WHERE state <> 'ORPHANED';
