-- Browsers that signed in, by the hash of their cookie. One browser is another device in each account.
CREATE TABLE identity.device (
  id            uuid PRIMARY KEY,
  account_id    uuid NOT NULL REFERENCES identity.account,
  key_hash      text NOT NULL,
  system        text NOT NULL,
  device_kind   text NOT NULL,
  browser       text NOT NULL,
  state         text NOT NULL CHECK (state IN ('known', 'unconfirmed', 'blocked')),
  first_seen_at timestamptz NOT NULL,
  last_seen_at  timestamptz NOT NULL,
  -- the row stays for the sign-ins that name it
  forgotten_at  timestamptz
);
CREATE UNIQUE INDEX device_key ON identity.device (account_id, key_hash) WHERE forgotten_at IS NULL;

-- Every try of a known account, with or without success.
CREATE TABLE identity.sign_in (
  id          uuid PRIMARY KEY,
  account_id  uuid NOT NULL REFERENCES identity.account,
  at          timestamptz NOT NULL,
  ip          text NOT NULL,
  -- what one household has: the IPv4 address, or the /64
  network     text NOT NULL,
  country     text,
  city        text,
  place       text NOT NULL,
  system      text NOT NULL,
  device_kind text NOT NULL,
  browser     text NOT NULL,
  -- address, place, system and browser without accents and capitals
  search_text text NOT NULL,
  result      text NOT NULL CHECK (result IN ('entered', 'wrong_password', 'wrong_factor', 'refused')),
  session_id  uuid REFERENCES identity.session,
  device_id   uuid REFERENCES identity.device,
  -- by a known device, or confirmed by mail: its place counts as the person's own
  vouched     boolean NOT NULL,
  denied_at   timestamptz
);
CREATE INDEX sign_in_account ON identity.sign_in (account_id, at);
CREATE INDEX sign_in_entered ON identity.sign_in (account_id, at) WHERE result = 'entered';
CREATE INDEX sign_in_at ON identity.sign_in (at);
CREATE UNIQUE INDEX sign_in_session ON identity.sign_in (session_id) WHERE session_id IS NOT NULL;

-- Sessions from before this table keep their line in the history.
INSERT INTO identity.sign_in (id, account_id, at, ip, network, place, system, device_kind, browser, search_text, result, session_id, vouched)
  SELECT id, account_id, created_at, ip, ip, 'Lugar desconocido', 'Desconocido', 'other', 'Desconocido',
    lower(ip) || ' lugar desconocido', 'entered', id, false
  FROM identity.session;

-- Read by the module reports, and by the own history. A session is over after 30 idle minutes (IDLE_LIFE_MS of rules.ts).
CREATE VIEW identity.sign_in_report AS
  SELECT sign_in.id, sign_in.account_id, at, sign_in.ip, place, country, system, device_kind, browser, search_text, result, session_id,
    LEAST(session.expires_at, session.active_at + interval '30 minutes', session.ended_at) AS session_over_at
  FROM identity.sign_in LEFT JOIN identity.session ON session.id = session_id;

CREATE VIEW identity.user_report AS
  SELECT id, email, authorities, state, created_at,
    (SELECT max(at) FROM identity.sign_in WHERE account_id = account.id AND result = 'entered') AS last_sign_in_at
  FROM identity.account;
