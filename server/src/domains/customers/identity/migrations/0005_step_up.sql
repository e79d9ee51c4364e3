-- One approval: asked for, proved, used by one call. Codes, challenges and grants are kept as hashes only. A used row stays: it is
-- what the person was shown and approved.
CREATE TABLE identity.step_up (
  id               uuid PRIMARY KEY,
  account_id       uuid NOT NULL REFERENCES identity.account,
  session_id       uuid NOT NULL REFERENCES identity.session,
  call             text NOT NULL,
  binding          text NOT NULL,
  description      jsonb NOT NULL,
  -- of the mailed code; null when another factor is asked for
  code_hash        text,
  -- of the challenge that a passkey signs
  challenge_hash   text,
  tries            smallint NOT NULL DEFAULT 0,
  created_at       timestamptz NOT NULL,
  expires_at       timestamptz NOT NULL,
  method           text,
  grant_hash       text UNIQUE,
  grant_expires_at timestamptz,
  used_at          timestamptz,
  -- of a call that moves money: its repeat may show the used grant
  operation_id     uuid,
  operation_hash   text,
  CHECK ((grant_hash IS NULL) = (method IS NULL) AND (grant_hash IS NULL) = (grant_expires_at IS NULL)),
  CHECK (used_at IS NULL OR grant_hash IS NOT NULL)
);
CREATE INDEX step_up_account ON identity.step_up (account_id, created_at);
CREATE INDEX step_up_unused ON identity.step_up (expires_at) WHERE used_at IS NULL;
