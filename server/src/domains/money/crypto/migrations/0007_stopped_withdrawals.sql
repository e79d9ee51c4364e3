-- The account was frozen when the withdrawal was with the signer already: one that it has not signed it then refuses, and it is given back.
ALTER TABLE crypto.withdrawal ADD COLUMN stopped_at timestamptz;

CREATE OR REPLACE VIEW crypto.withdrawal_to_sign AS
  SELECT w.id, w.account_id, w.saved_address_id, w.address, w.receiver_id, w.asset, w.amount, w.fee, w.seal, w.state, w.maker_id, w.checker_id,
    w.approval_seal, s.account_id AS saved_account_id, s.address AS saved_address, s.created_at AS saved_at,
    s.seal AS saved_seal,
    coalesce((SELECT is_paused FROM crypto.withdrawal_pause ORDER BY at DESC, id DESC LIMIT 1), false) AS is_paused,
    w.stopped_at IS NOT NULL AS is_stopped
  FROM crypto.withdrawal w JOIN crypto.saved_address s ON s.id = w.saved_address_id;
