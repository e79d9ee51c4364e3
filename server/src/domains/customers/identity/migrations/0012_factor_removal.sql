-- Asked for by password and mailbox, done when nobody objected in time. Kept: who lost what, and when, is asked for years later.
CREATE TABLE identity.factor_removal (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL REFERENCES identity.account,
  asked_at     timestamptz NOT NULL,
  ip           text NOT NULL,
  due_at       timestamptz NOT NULL,
  -- by a sign-in with a factor, the "No fui yo" link, or because the account may no longer be entered
  cancelled_at timestamptz,
  done_at      timestamptz,
  CHECK (cancelled_at IS NULL OR done_at IS NULL)
);
-- One under way per account.
CREATE UNIQUE INDEX factor_removal_open ON identity.factor_removal (account_id) WHERE cancelled_at IS NULL AND done_at IS NULL;

ALTER VIEW identity.personal_data RENAME TO personal_data_without_removals;
CREATE VIEW identity.personal_data AS
  SELECT account_id, section, at, entry FROM identity.personal_data_without_removals
  UNION ALL
  SELECT account_id, 'factor_removals', asked_at,
    jsonb_build_object('askedAt', asked_at, 'ip', ip, 'dueAt', due_at, 'cancelledAt', cancelled_at, 'doneAt', done_at)
  FROM identity.factor_removal;
