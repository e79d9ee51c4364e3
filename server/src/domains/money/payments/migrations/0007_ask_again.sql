-- Movements that ended are asked about for 60 days. Those that had ended before this was so get their job again.
INSERT INTO platform.job (id, name, key, payload, run_at)
  SELECT gen_random_uuid(), 'payments.follow-deposit', id::text, jsonb_build_object('depositId', id), now()
  FROM payments.deposit WHERE state IN ('FAILED', 'EXPIRED') AND ended_at > now() - interval '60 days'
  UNION ALL
  SELECT gen_random_uuid(), 'payments.pay-withdrawal', id::text, jsonb_build_object('withdrawalId', id), now()
  FROM payments.withdrawal WHERE last_sent_at IS NOT NULL AND ended_at > now() - interval '60 days'
ON CONFLICT (name, key) DO UPDATE SET done_at = NULL, attempts = 0, run_at = EXCLUDED.run_at WHERE job.done_at IS NOT NULL;
