CREATE SCHEMA limits;

-- Locked by every counted operation of its person: the gate of the monthly maximum.
CREATE TABLE limits.month_use (
  account_id uuid NOT NULL,
  month      date NOT NULL,
  direction  text NOT NULL CHECK (direction IN ('deposit', 'withdrawal')),
  used       numeric(78,0) NOT NULL CHECK (used >= 0),
  PRIMARY KEY (account_id, month, direction)
);

CREATE TABLE limits.operation_use (
  operation_id uuid PRIMARY KEY,
  account_id   uuid NOT NULL,
  month        date NOT NULL,
  direction    text NOT NULL CHECK (direction IN ('deposit', 'withdrawal')),
  amount       numeric(78,0) NOT NULL CHECK (amount > 0),
  is_counted   boolean NOT NULL
);
