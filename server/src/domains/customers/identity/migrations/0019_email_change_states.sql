-- A change of e-mail has its state in its row, and a history of who brought it there.
ALTER TABLE identity.email_change ADD COLUMN state text NOT NULL DEFAULT 'asked' CHECK (state IN ('asked', 'changed', 'cancelled', 'undone'));
UPDATE identity.email_change SET state = CASE WHEN undone_at IS NOT NULL THEN 'undone' WHEN changed_at IS NOT NULL THEN 'changed' ELSE 'cancelled' END
  WHERE undone_at IS NOT NULL OR changed_at IS NOT NULL OR cancelled_at IS NOT NULL;
ALTER TABLE identity.email_change
  ADD CHECK ((state IN ('changed', 'undone')) = (changed_at IS NOT NULL)),
  ADD CHECK ((state = 'cancelled') = (cancelled_at IS NOT NULL)),
  ADD CHECK ((state = 'undone') = (undone_at IS NOT NULL));
DROP INDEX identity.email_change_open;
-- One under way per account.
CREATE UNIQUE INDEX email_change_open ON identity.email_change (account_id) WHERE state = 'asked';
