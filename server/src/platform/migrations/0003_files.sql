-- A customer's files are sealed with a key of their own; without the row nobody can read them again.
CREATE TABLE platform.file_key (
  owner_id   uuid PRIMARY KEY,
  sealed     text NOT NULL,
  created_at timestamptz NOT NULL
);

CREATE TABLE platform.stored_file (
  id            uuid PRIMARY KEY,
  owner_id      uuid NOT NULL,
  kind          text NOT NULL CHECK (kind IN ('image', 'pdf')),
  media_type    text NOT NULL,
  bytes         integer NOT NULL CHECK (bytes > 0),
  sha256        text NOT NULL,
  original_name text NOT NULL,
  purpose       text NOT NULL,
  created_at    timestamptz NOT NULL
);
CREATE INDEX stored_file_owner ON platform.stored_file (owner_id);

-- Who looked at what: rows are only ever added.
CREATE TABLE platform.file_view (
  id        uuid PRIMARY KEY,
  file_id   uuid NOT NULL,
  viewer_id uuid NOT NULL,
  ip        text NOT NULL,
  at        timestamptz NOT NULL
);
CREATE INDEX file_view_file ON platform.file_view (file_id, at);
