CREATE OR REPLACE VIEW payments.funds_sent AS
  SELECT id, account_id, NULL::uuid AS receiver_id, account_number || ' ' || bank_id::text AS place, 'COP'::text AS asset, amount,
    floor(ln(amount::double precision) * 5)::integer AS size, amount AS value_cop, created_at AS at, ended_at
  FROM payments.withdrawal WHERE state = 'COMPLETED';
