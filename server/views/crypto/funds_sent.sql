CREATE OR REPLACE VIEW crypto.funds_sent AS
  SELECT id, account_id, receiver_id, address AS place, asset, amount, floor(ln(amount::double precision) * 5)::integer AS size, value_cop,
    created_at AS at, ended_at
  FROM crypto.withdrawal WHERE state = 'CONFIRMED';
