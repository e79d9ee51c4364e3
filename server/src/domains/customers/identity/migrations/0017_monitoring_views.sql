-- What rules about customers read (module monitoring).
CREATE VIEW identity.email_change_report AS
  SELECT id, account_id, changed_at, confirmed_old_at IS NOT NULL AND confirmed_new_at IS NOT NULL AS has_both_mailboxes, undone_at
  FROM identity.email_change WHERE changed_at IS NOT NULL;
CREATE INDEX email_change_made ON identity.email_change (account_id, changed_at) WHERE changed_at IS NOT NULL;
