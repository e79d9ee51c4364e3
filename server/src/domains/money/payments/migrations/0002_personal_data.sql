-- What this module knows of a person, for the copy of their data (module reports).
CREATE VIEW payments.personal_data AS
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
  FROM payments.withdrawal;
