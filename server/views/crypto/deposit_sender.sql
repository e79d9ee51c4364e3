-- Who tokens came from.
-- Whom a list that comes later asks about: a stranger's dust was credited to nobody, and what was taken back is nobody's.
CREATE OR REPLACE VIEW crypto.deposit_sender AS
  SELECT account_id, from_address AS address, created_at AS at, state NOT IN ('BELOW_MINIMUM', 'REVERSED') AS is_kept
  FROM crypto.deposit WHERE state <> 'ORPHANED';
