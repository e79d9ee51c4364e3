CREATE OR REPLACE VIEW payments.funds_received AS
  SELECT id, account_id, account_number || ' ' || bank_id::text AS place, 'COP'::text AS asset, amount,
    floor(ln(amount::double precision) * 5)::integer AS size, created_at AS at
  FROM payments.deposit WHERE state = 'COMPLETED' AND method = 'PSE';
