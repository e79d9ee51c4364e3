-- Since when the provider's record of a movement that ended could not be read or compared; null once it was. Operators see how many, and the oldest.
ALTER TABLE payments.deposit ADD COLUMN record_unread_since timestamptz;
ALTER TABLE payments.withdrawal ADD COLUMN record_unread_since timestamptz;
CREATE INDEX deposit_unread ON payments.deposit (record_unread_since) WHERE record_unread_since IS NOT NULL;
CREATE INDEX withdrawal_unread ON payments.withdrawal (record_unread_since) WHERE record_unread_since IS NOT NULL;
