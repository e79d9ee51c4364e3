-- Payments by PSE that the provider no longer calls approved after they were credited. Insert only; restored_at: it calls them so again.
CREATE TABLE payments.taken_back (
  deposit_id  uuid PRIMARY KEY REFERENCES payments.deposit (id),
  status      text NOT NULL,
  at          timestamptz NOT NULL,
  restored_at timestamptz
);
CREATE INDEX taken_back_open ON payments.taken_back (at) WHERE restored_at IS NULL;

-- What was sent in the last minutes, for the comparison with the provider's balance.
CREATE INDEX payout_attempt_at ON payments.payout_attempt (at);
CREATE INDEX withdrawal_at_provider ON payments.withdrawal (id) WHERE state IN ('SENDING', 'UNKNOWN', 'PROCESSING');

-- Credited deposits are asked about for 60 days, as those that were given up are. Those that had ended before this was so get their job again.
INSERT INTO platform.job (id, name, key, payload, run_at)
  SELECT gen_random_uuid(), 'payments.follow-deposit', id::text, jsonb_build_object('depositId', id), now() + random() * interval '1 day'
  FROM payments.deposit WHERE method = 'PSE' AND (state = 'IN_REVIEW' OR (state = 'COMPLETED' AND ended_at > now() - interval '60 days'))
ON CONFLICT (name, key) DO UPDATE SET done_at = NULL, attempts = 0, run_at = EXCLUDED.run_at WHERE job.done_at IS NOT NULL;
