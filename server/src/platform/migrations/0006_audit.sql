-- Audit trail. The entry is written in the transaction of what it tells of; a worker seals entries in a hash chain later.
CREATE TABLE platform.audit_entry (
  id          uuid PRIMARY KEY,
  recorded_at timestamptz NOT NULL,
  -- A person has an account, and a session unless they came by the link of a mail; the system has a name.
  actor_kind  text NOT NULL CHECK (actor_kind IN ('person', 'system')),
  account_id  uuid,
  session_id  uuid,
  request_id  text,
  system_name text,
  action      text NOT NULL,
  object_type text NOT NULL,
  object_id   text NOT NULL,
  before      jsonb,
  after       jsonb,
  reason      text,
  CHECK ((actor_kind = 'person') = (account_id IS NOT NULL)),
  CHECK ((actor_kind = 'system') = (system_name IS NOT NULL))
);
CREATE INDEX audit_entry_recorded ON platform.audit_entry (recorded_at, id);
CREATE INDEX audit_entry_object ON platform.audit_entry (object_type, object_id, recorded_at);
CREATE INDEX audit_entry_account ON platform.audit_entry (account_id, recorded_at) WHERE account_id IS NOT NULL;

-- Work queue of the sealer. Its rows go when their entry is sealed.
CREATE TABLE platform.audit_unsealed (
  entry_id    uuid PRIMARY KEY,
  recorded_at timestamptz NOT NULL
);
CREATE INDEX audit_unsealed_recorded ON platform.audit_unsealed (recorded_at, entry_id);

-- The hash chain: without gaps, one seal for each entry.
CREATE TABLE platform.audit_seal (
  seq       bigint PRIMARY KEY CHECK (seq > 0),
  entry_id  uuid NOT NULL UNIQUE,
  key_id    text NOT NULL,
  hash      bytea NOT NULL CHECK (length(hash) = 32),
  sealed_at timestamptz NOT NULL
);

-- Signed heads of the chain.
CREATE TABLE platform.audit_head (
  id         uuid PRIMARY KEY,
  seq        bigint NOT NULL,
  hash       bytea NOT NULL,
  entries    bigint NOT NULL,
  signed_at  timestamptz NOT NULL,
  public_key text NOT NULL,
  signature  text NOT NULL
);
CREATE INDEX audit_head_seq ON platform.audit_head (seq);

-- What an entry says of a person's data is a hash with a salt of that person: when the salt goes, nobody can guess it back.
CREATE TABLE platform.audit_salt (
  person_id uuid PRIMARY KEY,
  sealed    text NOT NULL
);
