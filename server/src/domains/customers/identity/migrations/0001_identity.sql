CREATE SCHEMA identity;

CREATE TABLE identity.account (
  id            uuid PRIMARY KEY,
  email         text NOT NULL UNIQUE CHECK (email = lower(email)),
  password_hash text NOT NULL,
  -- the first entry is the highest
  authorities   text[] NOT NULL CHECK (cardinality(authorities) > 0),
  state         smallint NOT NULL,
  lang_key      text NOT NULL,
  created_at    timestamptz NOT NULL,
  activated_at  timestamptz
);

-- Carries the password and the consent of its own sign-up: whoever signs up with a stranger's e-mail leaves nothing in the
-- account that its owner later activates.
CREATE TABLE identity.activation (
  token_hash    text PRIMARY KEY,
  account_id    uuid NOT NULL REFERENCES identity.account,
  password_hash text NOT NULL,
  terms_version text NOT NULL,
  accepted_at   timestamptz NOT NULL,
  ip            text NOT NULL,
  expires_at    timestamptz NOT NULL,
  used_at       timestamptz
);
CREATE INDEX activation_account ON identity.activation (account_id);

CREATE TABLE identity.consent (
  account_id    uuid NOT NULL REFERENCES identity.account,
  terms_version text NOT NULL,
  accepted_at   timestamptz NOT NULL,
  ip            text NOT NULL,
  PRIMARY KEY (account_id, terms_version)
);

CREATE TABLE identity.session (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL REFERENCES identity.account,
  ip         text NOT NULL,
  user_agent text NOT NULL,
  created_at timestamptz NOT NULL,
  active_at  timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  ended_at   timestamptz,
  end_reason text
);
CREATE INDEX session_account ON identity.session (account_id, created_at);

-- One family per session; hashes only.
CREATE TABLE identity.refresh_token (
  hash       text PRIMARY KEY,
  session_id uuid NOT NULL REFERENCES identity.session ON DELETE CASCADE,
  used_at    timestamptz
);
CREATE INDEX refresh_token_session ON identity.refresh_token (session_id);

-- Times of the tries of the last minutes, at most as many as are allowed.
CREATE TABLE identity.throttle (
  bucket  text PRIMARY KEY,
  tries   timestamptz[] NOT NULL,
  last_at timestamptz NOT NULL
);

-- Shared by every process. Whoever reads this table can sign tokens: encryption at rest with a key of the operator is a
-- deployment matter until the signer process holds it.
CREATE TABLE identity.key (
  purpose  text PRIMARY KEY,
  id       uuid NOT NULL,
  material text NOT NULL
);
