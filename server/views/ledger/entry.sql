-- For read models: one row for each account and transfer. `amount` changes `posted`, `held_change` changes `held`.
CREATE OR REPLACE VIEW ledger.entry AS
SELECT a.shard, a.id AS account_id, a.kind AS account_kind, a.owner, a.name AS account_name, t.asset,
  'debit' AS side, t.debit_version AS version, t.id AS transfer_id, t.group_id, t.batch_seq, t.kind, t.code, t.ref, t.target_id,
  CASE WHEN t.credit IS NULL THEN 0 ELSE -t.amount END AS amount,
  CASE t.kind WHEN 'hold' THEN t.amount WHEN 'release' THEN -t.amount WHEN 'settle' THEN -t.amount ELSE 0 END AS held_change,
  t.debit_posted AS posted, t.debit_held AS held, t.effective_at, t.recorded_at
FROM ledger.transfer t JOIN ledger.account a ON a.shard = t.shard AND a.id = t.debit
UNION ALL
SELECT a.shard, a.id, a.kind, a.owner, a.name, t.asset,
  'credit', t.credit_version, t.id, t.group_id, t.batch_seq, t.kind, t.code, t.ref, t.target_id,
  t.amount, 0, t.credit_posted, t.credit_held, t.effective_at, t.recorded_at
FROM ledger.transfer t JOIN ledger.account a ON a.shard = t.shard AND a.id = t.credit;
