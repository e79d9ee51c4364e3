-- How a deposit came of which a bank says that another person paid it: its alert names a PSE payment as such. Null for a payout.
CREATE OR REPLACE VIEW payments.other_holder (account_id, id, is_payout, place, ending, at, over_at, method) AS
  SELECT returned.account_id, returned.id, true, returned.bank_account_id, right(returned.account_number, 4), returned.ended_at,
    least(saved.deleted_at, CASE WHEN saved.changed_at > returned.ended_at THEN saved.changed_at END,
      (SELECT min(paid.ended_at) FROM payments.withdrawal paid WHERE paid.account_id = returned.account_id
        AND paid.bank_account_id = returned.bank_account_id AND paid.state = 'COMPLETED' AND paid.ended_at > returned.ended_at)),
    NULL::text
  FROM payments.withdrawal returned JOIN payments.bank_account saved ON saved.id = returned.bank_account_id
  WHERE returned.reason_code = 'D11' AND returned.state = 'RETURNED'
  UNION ALL
  SELECT account_id, id, false, id, NULL, created_at, ended_at, method FROM payments.deposit WHERE is_of_other_payer;
