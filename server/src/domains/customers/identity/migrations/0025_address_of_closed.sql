-- The address of a closed account is free for another one: only accounts that are not closed (state 4) share none.
ALTER TABLE identity.account DROP CONSTRAINT account_email_key;
CREATE UNIQUE INDEX account_email_key ON identity.account (email) WHERE state <> 4;
CREATE INDEX account_email_closed ON identity.account (email, closed_at) WHERE state = 4;
