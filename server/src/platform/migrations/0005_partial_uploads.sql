-- Files that come in pieces. Each piece is sealed with its owner's key: with the key go the uploads.
CREATE TABLE platform.partial_upload (
  id          uuid PRIMARY KEY,
  owner_id    uuid NOT NULL REFERENCES platform.file_key (owner_id) ON DELETE CASCADE,
  purpose     text NOT NULL,
  name        text NOT NULL,
  bytes       integer NOT NULL CHECK (bytes > 0),
  -- SHA-256 of the whole, as its sender announced it
  fingerprint text NOT NULL,
  received    integer NOT NULL CHECK (received BETWEEN 0 AND bytes),
  -- what became of it; its pieces are gone
  result_id   uuid,
  touched_at  timestamptz NOT NULL,
  UNIQUE (owner_id, purpose, fingerprint)
);

CREATE TABLE platform.partial_upload_piece (
  upload_id uuid NOT NULL REFERENCES platform.partial_upload (id) ON DELETE CASCADE,
  start     integer NOT NULL,
  sealed    bytea NOT NULL,
  PRIMARY KEY (upload_id, start)
);
