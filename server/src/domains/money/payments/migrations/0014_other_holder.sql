-- A transfer of which the bank does not say that it came from an account of the person.
ALTER TABLE payments.deposit ADD COLUMN is_of_other_payer boolean NOT NULL DEFAULT false;
CREATE INDEX deposit_other_payer ON payments.deposit (account_id) WHERE is_of_other_payer;
CREATE INDEX withdrawal_other_holder ON payments.withdrawal (account_id) WHERE reason_code = 'D11' AND state = 'RETURNED';

-- Where a bank said that an account is not the person's, for rules about customers (module monitoring). Over: the account was taken out or
-- edited, the bank paid to it since, or two officers decided about the transfer. D11 of the payouts provider: account and document differ.
CREATE VIEW payments.other_holder (account_id, id, is_payout, place, ending, at, over_at) AS
  SELECT returned.account_id, returned.id, true, returned.bank_account_id, right(returned.account_number, 4), returned.ended_at,
    least(saved.deleted_at, CASE WHEN saved.changed_at > returned.ended_at THEN saved.changed_at END,
      (SELECT min(paid.ended_at) FROM payments.withdrawal paid WHERE paid.account_id = returned.account_id
        AND paid.bank_account_id = returned.bank_account_id AND paid.state = 'COMPLETED' AND paid.ended_at > returned.ended_at))
  FROM payments.withdrawal returned JOIN payments.bank_account saved ON saved.id = returned.bank_account_id
  WHERE returned.reason_code = 'D11' AND returned.state = 'RETURNED'
  UNION ALL
  SELECT account_id, id, false, id, NULL, created_at, ended_at FROM payments.deposit WHERE is_of_other_payer;
