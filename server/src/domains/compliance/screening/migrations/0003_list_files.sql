-- The file of a list that an officer sent: it is in force only when two of them say so. The newest of each list, packed; what nobody asks
-- for is dropped.
CREATE TABLE screening.list_file (
  id      uuid PRIMARY KEY,
  list    text NOT NULL UNIQUE CHECK (list IN ('ofac', 'un', 'eu', 'pep')),
  sha256  text NOT NULL,
  entries integer NOT NULL,
  added   integer NOT NULL,
  changed integer NOT NULL,
  removed integer NOT NULL,
  -- Those of the contract, and the few that packing may add.
  content bytea NOT NULL CHECK (octet_length(content) <= 65 * 1048576),
  sent_by uuid NOT NULL,
  sent_at timestamptz NOT NULL
);
