-- What the signer asks before it signs: also how often a withdrawal was kept back, which only grows, and who let it go the last time. Its state is not believed.
CREATE OR REPLACE VIEW crypto.withdrawal_to_sign AS
  SELECT w.id, w.account_id, w.saved_address_id, w.address, w.receiver_id, w.asset, w.amount, w.fee, w.seal, w.state, w.maker_id, w.checker_id,
    w.approval_seal, s.account_id AS saved_account_id, s.address AS saved_address, s.created_at AS saved_at,
    s.seal AS saved_seal, w.stopped_at IS NOT NULL AS is_stopped, w.release_seal,
    (SELECT count(*)::integer FROM crypto.state_history h WHERE h.machine = 'crypto.withdrawal' AND h.subject_id = w.id::text
      AND h.to_state = 'IN_REVIEW') AS reviews
  FROM crypto.withdrawal w JOIN crypto.saved_address s ON s.id = w.saved_address_id;

-- Whom a list that comes later asks about: a stranger's dust was credited to nobody, and what was taken back is nobody's.
CREATE OR REPLACE VIEW crypto.deposit_sender AS
  SELECT account_id, from_address AS address, created_at AS at, state NOT IN ('BELOW_MINIMUM', 'REVERSED') AS is_kept
  FROM crypto.deposit WHERE state <> 'ORPHANED';
