-- Months of which it was presented that there was no report to file ("ausencia de ROS"). Insert only, once each.
CREATE TABLE regulatory.absence (
  month  text PRIMARY KEY CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  number text NOT NULL CHECK (number <> ''),
  "on"   date NOT NULL,
  by     uuid NOT NULL,
  at     timestamptz NOT NULL
);
