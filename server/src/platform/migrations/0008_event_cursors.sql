-- Events in one order. `number` is taken when the event is written, so what one account's lock lets through one after the other stays in
-- that order; `position` is given to committed events by one process at a time, so a reader that is past a position has missed nothing.
ALTER TABLE platform.event
  ADD COLUMN number   bigint GENERATED ALWAYS AS IDENTITY,
  ADD COLUMN version  integer NOT NULL DEFAULT 1,
  ADD COLUMN position bigint;
CREATE INDEX event_unplaced ON platform.event (number) WHERE position IS NULL;
CREATE UNIQUE INDEX event_position ON platform.event (position) WHERE position IS NOT NULL;
CREATE INDEX event_type_at ON platform.event (type, at);

-- One row: mutex of whoever gives positions, and the last one given.
CREATE TABLE platform.event_sequencer (
  is_only boolean PRIMARY KEY DEFAULT true CHECK (is_only),
  last    bigint NOT NULL
);

-- How far each consumer is. The lease says which process reads for it now.
CREATE TABLE platform.event_consumer (
  name        text PRIMARY KEY,
  position    bigint NOT NULL,
  lease_token uuid,
  lease_until timestamptz
);

-- What a consumer could not handle, and what waits behind it because it is of the same account.
CREATE TABLE platform.event_retry (
  consumer   text NOT NULL,
  event_id   uuid NOT NULL,
  account_id uuid,
  position   bigint NOT NULL,
  attempts   integer NOT NULL DEFAULT 0,
  run_at     timestamptz NOT NULL,
  last_error text,
  dead_at    timestamptz,
  PRIMARY KEY (consumer, event_id)
);
CREATE INDEX event_retry_due ON platform.event_retry (consumer, run_at);

-- Subscribers had a job for each event. What was delivered stays so; what was not yet is tried again at once.
UPDATE platform.event SET position = number;
INSERT INTO platform.event_sequencer (last) SELECT coalesce(max(position), 0) FROM platform.event;
INSERT INTO platform.event_consumer (name, position)
  SELECT DISTINCT split_part(name, ' on ', 1), (SELECT last FROM platform.event_sequencer) FROM platform.job WHERE name LIKE '% on %.%';
INSERT INTO platform.event_retry (consumer, event_id, account_id, position, run_at)
  SELECT split_part(job.name, ' on ', 1), event.id, event.account_id, event.position, now()
  FROM platform.job JOIN platform.event ON event.id::text = job.key
  WHERE job.name LIKE '% on %.%' AND job.done_at IS NULL;
DELETE FROM platform.job WHERE name LIKE '% on %.%';
