-- What a provider's record says and the books do not: of a movement that ended, or of a payment that is no movement of ours. Never removed: a booking by
-- two officers can end one later, as one more state. booked: cents that the books have for it. amount, status, payer: by the provider's record.
-- movement_id: the deposit or withdrawal. fields: what differs.
CREATE TABLE payments.anomaly (
  id            uuid PRIMARY KEY,
  kind          text NOT NULL,
  provider      text NOT NULL CHECK (provider IN ('wompi', 'wompi-payouts')),
  provider_id   text NOT NULL,
  reference     text NOT NULL,
  movement_id   uuid,
  account_id    uuid,
  booked        numeric(78,0) NOT NULL CHECK (booked >= 0),
  amount        numeric(78,0) NOT NULL CHECK (amount >= 0),
  currency      text NOT NULL,
  status        text NOT NULL,
  payer         jsonb NOT NULL,
  fields        text[] NOT NULL,
  state         text NOT NULL CHECK (state IN ('SEEN', 'OPEN', 'GONE')),
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  -- when the provider was asked last, whatever it said
  checked_at    timestamptz NOT NULL,
  confirmed_at  timestamptz,
  ended_at      timestamptz,
  CHECK ((ended_at IS NULL) = (state IN ('SEEN', 'OPEN'))),
  UNIQUE (kind, provider, provider_id)
);
CREATE INDEX anomaly_due ON payments.anomaly (provider, checked_at) WHERE ended_at IS NULL;
CREATE INDEX anomaly_movement ON payments.anomaly (movement_id) WHERE ended_at IS NULL;

-- When the provider's record of a movement that ended was compared last; infinity: it is not compared any more. A movement that was never compared is
-- in the place of its end, so that those that ended long ago lie outside of the range that is asked for.
ALTER TABLE payments.deposit ADD COLUMN record_checked_at timestamptz;
ALTER TABLE payments.withdrawal ADD COLUMN record_checked_at timestamptz;
CREATE INDEX deposit_record ON payments.deposit (coalesce(record_checked_at, ended_at, created_at), id)
  WHERE method = 'PSE' AND state IN ('COMPLETED', 'IN_REVIEW');
CREATE INDEX withdrawal_record ON payments.withdrawal (coalesce(record_checked_at, ended_at), id) WHERE state = 'COMPLETED' AND last_sent_at IS NOT NULL;

-- Of a PSE payment that another person made, as the provider's record names that person.
ALTER TABLE payments.deposit ADD COLUMN other_payer jsonb;
CREATE OR REPLACE VIEW payments.third_party_deposit AS
  SELECT deposit.id, deposit.account_id, 'bank ' || coalesce(nullif(line.payer ->> 'document', ''), nullif(line.payer ->> 'account', ''),
      nullif(deposit.other_payer ->> 'document', ''), '') AS payer,
    deposit.state, deposit.created_at, deposit.ended_at
  FROM payments.deposit LEFT JOIN payments.statement_line line ON line.id = deposit.id WHERE deposit.is_of_other_payer;
