-- Each time that somebody came with an address of a chain that a list names: they saved it or asked for a withdrawal to it, or it came on the
-- list when they had saved it, or had got tokens from it. Insert only, but for when officers were told.
CREATE TABLE screening.address_hit (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  address    text NOT NULL,
  place      text NOT NULL CHECK (place IN ('saved_address', 'withdrawal', 'saved_before', 'sender_before')),
  list       text NOT NULL,
  entry_id   text NOT NULL,
  at         timestamptz NOT NULL,
  -- null: the event is under way
  told_at    timestamptz
);
CREATE INDEX address_hit_account ON screening.address_hit (account_id, address, place);
CREATE INDEX address_hit_untold ON screening.address_hit (at) WHERE told_at IS NULL;

-- Saved addresses and past senders compared with the addresses of lists: one row for each time, and how far it is.
CREATE TABLE screening.address_run (
  id          uuid PRIMARY KEY,
  -- null: against all lists
  version_id  uuid REFERENCES screening.list_version,
  found       integer NOT NULL DEFAULT 0,
  started_at  timestamptz NOT NULL,
  finished_at timestamptz
);
CREATE INDEX address_run_open ON screening.address_run (started_at) WHERE finished_at IS NULL;
