-- What officers did about the way into an account, and why. Insert only.
CREATE TABLE compliance.access_action (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  action     text NOT NULL CHECK (action IN ('block', 'unblock', 'freeze', 'end_sessions', 'reset_factors')),
  officer_id uuid NOT NULL,
  -- who agreed, where two were needed
  second_id  uuid,
  reason     text NOT NULL,
  at         timestamptz NOT NULL
);
CREATE INDEX access_action_of_account ON compliance.access_action (account_id, at DESC);
