-- Token withdrawals in the officers' queue: kept back by an officer, let go in batches, and sealed for whoever sends them (decision 45). The seal of
-- the approval is the signer's; this one names how often the withdrawal was kept back until then.
ALTER TABLE crypto.withdrawal ADD COLUMN release_seal text;

CREATE TABLE crypto.before_seals (
  kind text PRIMARY KEY CHECK (kind = 'withdrawal'),
  rows jsonb NOT NULL
);
INSERT INTO crypto.before_seals
  SELECT 'withdrawal', coalesce(jsonb_agg(jsonb_build_object('id', id, 'accountId', account_id, 'savedAddressId', saved_address_id, 'address', address,
    'asset', asset, 'amount', amount::text, 'fee', fee::text, 'makerId', maker_id, 'checkerId', checker_id, 'reviews',
    (SELECT count(*) FROM crypto.state_history h WHERE h.machine = 'crypto.withdrawal' AND h.subject_id = w.id::text
      AND h.to_state = 'IN_REVIEW'))), '[]')
  FROM crypto.withdrawal w WHERE state IN ('APPROVED', 'SIGNING') AND approval_seal IS NOT NULL;

-- Lists of officers: newest first, by value, and what went to the same address.
CREATE INDEX withdrawal_listed ON crypto.withdrawal (created_at DESC, id DESC);
CREATE INDEX withdrawal_by_value ON crypto.withdrawal (value_cop, id);
CREATE INDEX withdrawal_to_address ON crypto.withdrawal (address) WHERE state = 'CONFIRMED';
