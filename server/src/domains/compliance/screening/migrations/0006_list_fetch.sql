-- Files of lists that came from their configured address: nobody sent them, and an officer asks for them as for any other.
ALTER TABLE screening.list_file ALTER COLUMN sent_by DROP NOT NULL;

-- How the last look at the address of each list went.
CREATE TABLE screening.list_fetch (
  list       text PRIMARY KEY CHECK (list IN ('ofac', 'un', 'eu', 'pep')),
  tried_at   timestamptz NOT NULL,
  -- When it last answered with a whole list, new or known.
  fetched_at timestamptz,
  -- null: it did the last time too.
  problem    text CHECK (problem IN ('unreachable', 'too_large', 'faulty', 'shrank'))
);
