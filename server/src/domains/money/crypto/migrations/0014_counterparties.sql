-- Who else's tokens came into an account, and where a customer's tokens go, for rules about customers (module monitoring). What came from an
-- address that the customer keeps as a destination is taken for their own; inside, the payer is the other customer.
CREATE VIEW crypto.third_party_deposit AS
  SELECT id, account_id, from_address AS payer, state, created_at,
    CASE WHEN state IN ('COMPLETED', 'BELOW_MINIMUM', 'REVERSED') THEN updated_at END AS ended_at
  FROM crypto.deposit WHERE NOT EXISTS (SELECT 1 FROM crypto.saved_address saved
    WHERE saved.account_id = deposit.account_id AND saved.address = deposit.from_address AND saved.created_at <= deposit.created_at)
  UNION ALL
  SELECT id, receiver_id, account_id::text, 'COMPLETED', ended_at, ended_at FROM crypto.withdrawal
  WHERE receiver_id IS NOT NULL AND state = 'CONFIRMED';
CREATE VIEW crypto.destination_report AS
  SELECT id, account_id, address AS destination, state, created_at, ended_at FROM crypto.withdrawal;
