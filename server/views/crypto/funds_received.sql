CREATE OR REPLACE VIEW crypto.funds_received AS
  SELECT id, account_id, from_address AS place, asset, amount, floor(ln(amount::double precision) * 5)::integer AS size, created_at AS at
  FROM crypto.deposit WHERE state = 'COMPLETED';
