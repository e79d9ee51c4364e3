-- Links of our mails: hashes only, one use, one purpose.
CREATE TABLE identity.link (
  token_hash text PRIMARY KEY,
  purpose    text NOT NULL,
  account_id uuid NOT NULL REFERENCES identity.account,
  -- what the link is about: a sign-in, a change of e-mail
  subject_id uuid,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  used_at    timestamptz
);
CREATE INDEX link_account ON identity.link (account_id, purpose);

-- Withdrawals wait until the latest of these. Append-only: why a person had to wait can be asked years later.
CREATE TABLE identity.hold (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES identity.account,
  reason     text NOT NULL,
  created_at timestamptz NOT NULL,
  until      timestamptz NOT NULL
);
CREATE INDEX hold_account ON identity.hold (account_id, until);

ALTER TABLE identity.account
  -- by the "No fui yo" link: nobody gets in until the password is reset by mail
  ADD COLUMN frozen_at         timestamptz,
  ADD COLUMN reset_required_at timestamptz;
