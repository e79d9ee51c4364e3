-- Bytes that each account sent on a day (UTC), kept or not; older days are forgotten by housekeeping.
CREATE TABLE platform.upload_volume (
  owner_id uuid NOT NULL,
  day      date NOT NULL,
  bytes    bigint NOT NULL CHECK (bytes >= 0),
  PRIMARY KEY (owner_id, day)
);
