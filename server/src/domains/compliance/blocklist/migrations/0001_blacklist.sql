CREATE SCHEMA blacklist;

-- Of a value only a keyed hash, which says whether two are equal, and a masked text for officers. Ended, never deleted.
CREATE TABLE blacklist.entry (
  id             uuid PRIMARY KEY,
  kind           text NOT NULL CHECK (kind IN ('document', 'nit', 'email', 'domain', 'phone', 'network', 'bank_account', 'address', 'name')),
  hash           text NOT NULL,
  -- Of the key that made the hash: with another one nothing is found any more, and a figure says so.
  key_id         text NOT NULL,
  masked         text NOT NULL,
  reason         text NOT NULL CHECK (reason <> ''),
  added_at       timestamptz NOT NULL,
  added_by       uuid NOT NULL,
  -- null: until it is removed
  expires_at     timestamptz,
  removed_at     timestamptz,
  removed_by     uuid,
  second_id      uuid,
  removal_reason text
);
CREATE UNIQUE INDEX entry_in_force ON blacklist.entry (hash) WHERE removed_at IS NULL;
CREATE INDEX entry_list ON blacklist.entry (added_at DESC, id DESC);

-- Who came with it, where, how often: one row however often somebody tries.
CREATE TABLE blacklist.hit (
  entry_id   uuid NOT NULL REFERENCES blacklist.entry,
  place      text NOT NULL CHECK (place IN ('sign_up', 'sign_in', 'verification', 'bank_account', 'saved_address', 'withdrawal', 'deposit')),
  -- null: nobody had an account
  account_id uuid,
  times      integer NOT NULL,
  first_at   timestamptz NOT NULL,
  last_at    timestamptz NOT NULL,
  UNIQUE NULLS NOT DISTINCT (entry_id, place, account_id)
);
