-- The secret is sealed under the operator's key. One row an account: the pending secret becomes the factor.
CREATE TABLE identity.totp (
  account_id    uuid PRIMARY KEY REFERENCES identity.account,
  sealed_secret text NOT NULL,
  begun_at      timestamptz NOT NULL,
  -- null while no code has confirmed it
  confirmed_at  timestamptz,
  -- steps of 30 seconds up to this one are used
  last_step     bigint NOT NULL DEFAULT 0
);

CREATE TABLE identity.recovery_code (
  account_id uuid NOT NULL REFERENCES identity.account,
  code_hash  text NOT NULL,
  used_at    timestamptz,
  PRIMARY KEY (account_id, code_hash)
);

CREATE TABLE identity.passkey (
  id            uuid PRIMARY KEY,
  account_id    uuid NOT NULL REFERENCES identity.account,
  credential_id text NOT NULL UNIQUE,
  public_key    bytea NOT NULL,
  sign_counter  bigint NOT NULL,
  transports    text[] NOT NULL,
  name          text NOT NULL,
  backed_up     boolean NOT NULL,
  added_at      timestamptz NOT NULL,
  last_used_at  timestamptz
);
CREATE INDEX passkey_account ON identity.passkey (account_id, added_at);

-- What a passkey is asked to sign; a hash, one purpose, one use. Of a new passkey it belongs to the session that asked.
CREATE TABLE identity.passkey_challenge (
  id             uuid PRIMARY KEY,
  purpose        text NOT NULL CHECK (purpose IN ('register', 'sign_in')),
  challenge_hash text NOT NULL,
  session_id     uuid REFERENCES identity.session,
  expires_at     timestamptz NOT NULL,
  used_at        timestamptz,
  CHECK ((purpose = 'register') = (session_id IS NOT NULL))
);
CREATE INDEX passkey_challenge_expiry ON identity.passkey_challenge (expires_at);

-- Between the right password and the second factor, for the browser that began.
CREATE TABLE identity.sign_in_ticket (
  token_hash      text PRIMARY KEY,
  account_id      uuid NOT NULL REFERENCES identity.account,
  network         text NOT NULL,
  user_agent_hash text NOT NULL,
  challenge_hash  text,
  tries           smallint NOT NULL DEFAULT 0,
  expires_at      timestamptz NOT NULL,
  used_at         timestamptz
);
CREATE INDEX sign_in_ticket_expiry ON identity.sign_in_ticket (expires_at);

-- An officer's session has the rights of an officer only when it entered with, or added, a second factor.
ALTER TABLE identity.session ADD COLUMN second_factor_at timestamptz;
