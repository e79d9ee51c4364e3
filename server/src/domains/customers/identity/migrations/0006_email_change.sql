-- Asked for by the account, agreed to by both mailboxes. Kept: an old address can be put back, and who had which address is asked for
-- years later.
CREATE TABLE identity.email_change (
  id               uuid PRIMARY KEY,
  account_id       uuid NOT NULL REFERENCES identity.account,
  old_email        text NOT NULL,
  new_email        text NOT NULL CHECK (new_email = lower(new_email)),
  created_at       timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL,
  confirmed_old_at timestamptz,
  confirmed_new_at timestamptz,
  changed_at       timestamptz,
  cancelled_at     timestamptz,
  -- by the "No fui yo" link
  undone_at        timestamptz
);
-- One under way per account.
CREATE UNIQUE INDEX email_change_open ON identity.email_change (account_id) WHERE changed_at IS NULL AND cancelled_at IS NULL;
