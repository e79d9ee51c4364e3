-- Since when the provider says that a payout was not made; one such answer alone returns no money.
ALTER TABLE payments.withdrawal ADD COLUMN unpaid_seen_at timestamptz;
