-- Links by which an operator makes the first two administrators. Written by the owner's command alone: migrations/owner.json.
CREATE TABLE identity.administrator_link (
  id         uuid PRIMARY KEY,
  email      text NOT NULL CHECK (email = lower(email)),
  name       text NOT NULL CHECK (name <> ''),
  token_hash text NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL CHECK (expires_at > created_at),
  -- used, or replaced by another link for the same address
  ended_at   timestamptz,
  -- the account that it became
  account_id uuid CHECK (account_id IS NULL OR ended_at IS NOT NULL)
);
CREATE UNIQUE INDEX administrator_link_open ON identity.administrator_link (email) WHERE ended_at IS NULL;
