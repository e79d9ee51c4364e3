-- What would have passed the maximum of its month: for rules about customers (module monitoring). Insert only, and only so many of one person
-- in a day. A token deposit is tried again and again; it is one operation.
CREATE TABLE limits.refusal (
  operation_id uuid PRIMARY KEY,
  account_id   uuid NOT NULL,
  direction    text NOT NULL CHECK (direction IN ('deposit', 'withdrawal')),
  -- COP cents
  amount       numeric(78,0) NOT NULL,
  maximum      numeric(78,0) NOT NULL,
  at           timestamptz NOT NULL
);
CREATE INDEX refusal_account ON limits.refusal (account_id, at);

-- Read by module monitoring.
CREATE VIEW limits.refusal_report AS SELECT operation_id, account_id, direction, amount, maximum, at FROM limits.refusal;
CREATE VIEW limits.month_report AS SELECT account_id, month, direction, used FROM limits.month_use;
CREATE VIEW limits.operation_report AS SELECT operation_id, account_id, direction, amount, is_counted FROM limits.operation_use;
