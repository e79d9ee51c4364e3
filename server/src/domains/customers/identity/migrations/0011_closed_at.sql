-- When the relation ended: how long papers are kept counts from here. Of accounts that were closed before, the latest that it can have been.
ALTER TABLE identity.account ADD COLUMN closed_at timestamptz;
UPDATE identity.account SET closed_at = now() WHERE state = 4;
CREATE INDEX account_closed ON identity.account (closed_at) WHERE closed_at IS NOT NULL;
