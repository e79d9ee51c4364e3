-- Tokens of one customer that came to another, for rules about customers (module monitoring): inside, or over an address that one paid and that
-- paid the other nearly as much (a tenth more or less) afterwards. out_id and in_id: the movement of the one, and that of the other.
CREATE VIEW crypto.account_hop AS
  SELECT account_id AS from_id, receiver_id AS to_id, id AS out_id, id AS in_id, created_at AS out_at, ended_at AS in_at, value_cop
  FROM crypto.withdrawal WHERE receiver_id IS NOT NULL AND state = 'CONFIRMED'
  UNION ALL
  SELECT paid.account_id, came.account_id, paid.id, came.id, paid.created_at, came.created_at, paid.value_cop
  FROM crypto.withdrawal paid JOIN crypto.deposit came ON came.from_address = paid.address AND came.account_id <> paid.account_id
    AND came.asset = paid.asset AND came.created_at >= paid.created_at AND came.amount BETWEEN paid.amount * 0.9 AND paid.amount * 1.1
  WHERE paid.receiver_id IS NULL AND paid.state = 'CONFIRMED' AND came.state = 'COMPLETED';
