-- Where verified people live, as a digest of the normalised address: enough to see that two are the same, and no copy of either.
CREATE TABLE monitoring.address (
  account_id uuid PRIMARY KEY,
  digest     text NOT NULL,
  -- of the last names
  family     text NOT NULL
);
CREATE INDEX address_digest ON monitoring.address (digest);
