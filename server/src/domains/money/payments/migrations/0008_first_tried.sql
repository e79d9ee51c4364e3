-- How long a withdrawal has been tried: unlike first_sent_at it stays when an attempt was surely refused.
ALTER TABLE payments.withdrawal ADD COLUMN first_tried_at timestamptz;
UPDATE payments.withdrawal SET first_tried_at = COALESCE(first_sent_at, pay_after) WHERE ended_at IS NULL AND state <> 'HELD';
