CREATE SCHEMA deadlines;

-- Of which work officers were told that its time is nearly over, or over. Insert only, in the transaction of the notices.
CREATE TABLE deadlines.told (
  kind      text NOT NULL,
  work_id   uuid NOT NULL,
  -- since when it waits, or until when it should be done: another clock is told of again
  clock_at  timestamptz NOT NULL,
  threshold text NOT NULL CHECK (threshold IN ('near', 'overdue')),
  told_at   timestamptz NOT NULL,
  PRIMARY KEY (work_id, kind, clock_at, threshold)
);
