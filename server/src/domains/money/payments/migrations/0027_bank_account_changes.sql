-- What a person did with their bank accounts, each time, and by which session: for officers who look at them, for the timeline, and for the copy of
-- the person's data. Another alias is no change. Insert only.
CREATE TABLE payments.bank_account_change (
  id              uuid PRIMARY KEY,
  bank_account_id uuid NOT NULL REFERENCES payments.bank_account,
  account_id      uuid NOT NULL,
  change          text NOT NULL CHECK (change IN ('added', 'edited', 'deleted')),
  at              timestamptz NOT NULL,
  -- null: of before sessions were kept, or nobody who was signed in
  session_id      uuid,
  -- where money goes afterwards; null: of before changes were kept, and it was edited since
  bank_id         integer,
  account_type    integer,
  number          text
);
CREATE INDEX bank_account_change_owner ON payments.bank_account_change (account_id, at);

-- Of before, what the accounts themselves know.
INSERT INTO payments.bank_account_change (id, bank_account_id, account_id, change, at, bank_id, account_type, number)
  SELECT gen_random_uuid(), id, account_id, 'added', created_at, CASE WHEN changed_at <= created_at THEN bank_id END,
    CASE WHEN changed_at <= created_at THEN account_type END, CASE WHEN changed_at <= created_at THEN number END FROM payments.bank_account
  UNION ALL
  SELECT gen_random_uuid(), id, account_id, 'edited', changed_at, bank_id, account_type, number FROM payments.bank_account WHERE changed_at > created_at
  UNION ALL
  SELECT gen_random_uuid(), id, account_id, 'deleted', deleted_at, bank_id, account_type, number FROM payments.bank_account WHERE deleted_at IS NOT NULL;

-- For the timeline of a person (module reports): the ends of the numbers only.
CREATE VIEW payments.bank_account_change_report AS
  SELECT id, account_id, bank_account_id, change, at, right(number, 4) AS ending,
    lag(right(number, 4)) OVER (PARTITION BY account_id, bank_account_id ORDER BY at, id) AS ending_before
  FROM payments.bank_account_change;

CREATE OR REPLACE VIEW payments.personal_data AS
  SELECT account_id, 'bank_accounts' AS section, created_at AS at,
    jsonb_build_object('id', id, 'alias', alias, 'bankId', bank_id, 'accountType', account_type, 'number', number,
      'createdAt', created_at, 'changedAt', changed_at, 'deletedAt', deleted_at) AS entry
  FROM payments.bank_account
  UNION ALL
  SELECT account_id, 'deposits', created_at,
    jsonb_build_object('id', id, 'amountCents', amount::text, 'state', state, 'reason', reason, 'bankId', bank_id,
      'accountAlias', account_alias, 'accountNumber', account_number, 'payer', payer, 'termsAcceptedAt', terms_accepted_at,
      'bankReference', bank_reference, 'createdAt', created_at, 'endedAt', ended_at)
  FROM payments.deposit
  UNION ALL
  SELECT account_id, 'bank_withdrawals', created_at,
    jsonb_build_object('id', id, 'amountCents', amount::text, 'state', state, 'reason', reason, 'bankId', bank_id,
      'accountAlias', account_alias, 'accountNumber', account_number, 'payee', payee, 'payoutId', payout_id,
      'createdAt', created_at, 'endedAt', ended_at)
  FROM payments.withdrawal
  UNION ALL
  SELECT account_id, 'bank_account_changes', at,
    jsonb_build_object('bankAccountId', bank_account_id, 'change', change, 'bankId', bank_id, 'accountType', account_type, 'number', number,
      'at', at)
  FROM payments.bank_account_change;
