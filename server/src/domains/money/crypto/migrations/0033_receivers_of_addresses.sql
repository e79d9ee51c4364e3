-- What the signer asks before it signs: an address of a customer of ours stays inside, whatever the row says of its receiver. Whose an address is only grows.
CREATE OR REPLACE VIEW crypto.withdrawal_to_sign AS
  SELECT w.id, w.account_id, w.saved_address_id, w.address, coalesce(w.receiver_id, (SELECT a.account_id FROM crypto.address a WHERE a.address = w.address))
      AS receiver_id, w.asset, w.amount, w.fee, w.seal, w.state, w.maker_id, w.checker_id,
    w.approval_seal, s.account_id AS saved_account_id, s.address AS saved_address, s.created_at AS saved_at,
    s.seal AS saved_seal, w.stopped_at IS NOT NULL AS is_stopped, w.release_seal,
    (SELECT count(*)::integer FROM crypto.state_history h WHERE h.machine = 'crypto.withdrawal' AND h.subject_id = w.id::text
      AND h.to_state = 'IN_REVIEW') AS reviews
  FROM crypto.withdrawal w JOIN crypto.saved_address s ON s.id = w.saved_address_id;
