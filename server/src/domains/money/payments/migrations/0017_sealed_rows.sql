-- Seals of what decides who is paid or credited, and how much, by the process that wrote the row (decision 45). Null: from before, or not ours.
ALTER TABLE payments.bank_account ADD COLUMN seal text;
ALTER TABLE payments.deposit ADD COLUMN seal text;
ALTER TABLE payments.statement_line ADD COLUMN seal text;
ALTER TABLE payments.withdrawal
  ADD COLUMN seal text,
  -- Nothing of it is sent before; `pay_after` moves on with each refusal.
  ADD COLUMN sendable_from timestamptz,
  -- Of why it waits for officers, and of who let it go: each of the newest time that it was kept back.
  ADD COLUMN review_seal text,
  ADD COLUMN maker_id uuid,
  ADD COLUMN checker_id uuid,
  ADD COLUMN approval_seal text;
UPDATE payments.withdrawal SET sendable_from = pay_after WHERE ended_at IS NULL;

-- Every attempt to pay, written before it is made, and nobody takes one away: what the row says of having been sent is not believed.
-- unpaid_seal: of whoever learned from the provider that it paid nothing by it. is_key_used: the provider said that its key was used before.
CREATE TABLE payments.payout_attempt (
  id            uuid PRIMARY KEY,
  withdrawal_id uuid NOT NULL,
  at            timestamptz NOT NULL,
  is_key_used   boolean NOT NULL DEFAULT false,
  unpaid_seal   text
);
CREATE INDEX payout_attempt_withdrawal ON payments.payout_attempt (withdrawal_id);
INSERT INTO payments.payout_attempt (id, withdrawal_id, at, is_key_used)
  SELECT gen_random_uuid(), id, sent.at, is_key_used FROM payments.withdrawal
    CROSS JOIN LATERAL (SELECT DISTINCT unnest(ARRAY[first_sent_at, last_sent_at]) AS at) AS sent
  WHERE ended_at IS NULL AND sent.at IS NOT NULL;
ALTER TABLE payments.withdrawal DROP COLUMN is_key_used;

-- What there was before the seals: it is sealed once, while it still is what the owner wrote down here. The product's role can neither change a
-- row of this nor add one.
CREATE TABLE payments.before_seals (
  kind text PRIMARY KEY CHECK (kind IN ('bank_account', 'deposit', 'statement_line', 'withdrawal')),
  rows jsonb NOT NULL
);
INSERT INTO payments.before_seals
  SELECT 'bank_account', coalesce(jsonb_agg(jsonb_build_object('id', id, 'accountId', account_id, 'bankId', bank_id,
    'accountType', account_type, 'number', number, 'changedAt', changed_at)), '[]')
  FROM payments.bank_account WHERE deleted_at IS NULL
  UNION ALL
  SELECT 'deposit', coalesce(jsonb_agg(jsonb_build_object('id', id, 'accountId', account_id, 'method', method, 'amount', amount::text)), '[]')
  FROM payments.deposit WHERE state IN ('PENDING', 'IN_REVIEW') OR (state IN ('FAILED', 'EXPIRED') AND ended_at > now() - interval '61 days')
  UNION ALL
  SELECT 'statement_line', coalesce(jsonb_agg(jsonb_build_object('id', id, 'bankId', bank_id, 'bookedOn', to_char(booked_on, 'YYYY-MM-DD'),
    'amount', amount::text, 'reference', reference, 'description', description, 'payer', payer)), '[]')
  FROM payments.statement_line WHERE ended_at IS NULL
  UNION ALL
  SELECT 'withdrawal', coalesce(jsonb_agg(jsonb_build_object('id', id, 'accountId', account_id, 'bankId', bank_id, 'accountType', account_type,
    'accountNumber', account_number, 'amount', amount::text, 'payee', payee, 'sendableFrom', sendable_from, 'reviewCause', review_cause,
    'isApproved', state <> 'IN_REVIEW' AND approval_state = 'APPROVED', 'approverId', approver_id, 'reviews',
    (SELECT count(*) FROM payments.state_history h WHERE h.machine = 'payments.withdrawal' AND h.subject_id = w.id::text
      AND h.to_state = 'IN_REVIEW'))), '[]')
  FROM payments.withdrawal w WHERE ended_at IS NULL;
