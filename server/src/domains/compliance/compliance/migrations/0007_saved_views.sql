-- Filters that an officer keeps under a name. No search for a person stands here: only what everybody's list is narrowed by.
CREATE TABLE compliance.saved_view (
  id         uuid PRIMARY KEY,
  owner_id   uuid NOT NULL,
  list       text NOT NULL CHECK (list IN ('people', 'alerts')),
  name       text NOT NULL CHECK (name <> ''),
  content    jsonb NOT NULL,
  is_shared  boolean NOT NULL,
  changed_at timestamptz NOT NULL,
  UNIQUE (id, list)
);
CREATE UNIQUE INDEX saved_view_name ON compliance.saved_view (owner_id, list, lower(name));
CREATE INDEX saved_view_shared ON compliance.saved_view (list) WHERE is_shared;

-- Which one opens first, of each officer.
CREATE TABLE compliance.default_view (
  officer_id uuid NOT NULL,
  list       text NOT NULL,
  view_id    uuid NOT NULL,
  PRIMARY KEY (officer_id, list),
  FOREIGN KEY (view_id, list) REFERENCES compliance.saved_view (id, list) ON DELETE CASCADE
);
CREATE INDEX default_view_view ON compliance.default_view (view_id);
