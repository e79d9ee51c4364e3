-- Which edition of the normaliser made a digest: those of an earlier one are made again by a job, and everybody is asked about afterwards.
ALTER TABLE monitoring.address ADD COLUMN edition integer NOT NULL DEFAULT 1;
CREATE INDEX address_edition ON monitoring.address (edition, account_id);

-- One for each edition, and how far it is.
CREATE TABLE monitoring.address_renewal (
  edition     integer PRIMARY KEY,
  renewed     integer NOT NULL DEFAULT 0,
  -- Nobody has a digest of an earlier edition any more.
  renewed_at  timestamptz,
  after       uuid,
  asked       integer NOT NULL DEFAULT 0,
  started_at  timestamptz NOT NULL,
  finished_at timestamptz
);
