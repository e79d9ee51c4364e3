-- An approved payment that was in no book is booked by two officers. booked_at stays when the provider says otherwise later and it is open again.
ALTER TABLE payments.anomaly ADD COLUMN booked_at timestamptz,
  DROP CONSTRAINT anomaly_state_check,
  ADD CONSTRAINT anomaly_state_check CHECK (state IN ('SEEN', 'OPEN', 'GONE', 'BOOKED')),
  ADD CONSTRAINT anomaly_booking_state CHECK (CASE state WHEN 'BOOKED' THEN booked_at IS NOT NULL WHEN 'GONE' THEN booked_at IS NULL ELSE true END);
CREATE INDEX anomaly_booked ON payments.anomaly (provider, checked_at) WHERE state = 'BOOKED';

-- What two officers decided, sealed. account_id: the customer; null: the suspense account of the platform. Once each, since what is in suspense can be
-- given to a customer later.
CREATE TABLE payments.anomaly_booking (
  id          uuid PRIMARY KEY,
  anomaly_id  uuid NOT NULL REFERENCES payments.anomaly,
  provider    text NOT NULL,
  provider_id text NOT NULL,
  reference   text NOT NULL,
  amount      numeric(78,0) NOT NULL CHECK (amount > 0),
  account_id  uuid,
  maker_id    uuid NOT NULL,
  checker_id  uuid NOT NULL,
  at          timestamptz NOT NULL,
  seal        text NOT NULL,
  CHECK (maker_id <> checker_id)
);
CREATE UNIQUE INDEX anomaly_booking_customer ON payments.anomaly_booking (anomaly_id) WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX anomaly_booking_suspense ON payments.anomaly_booking (anomaly_id) WHERE account_id IS NULL;

-- Began as such a booking: its id is the anomaly's, and its payment has another reference.
ALTER TABLE payments.deposit ADD COLUMN is_booked boolean NOT NULL DEFAULT false;
