-- Backups of this database, and readings of them to the last byte. Only the owner adds to it, by an operator's command (owner.json).
CREATE TABLE platform.backup_run (
  id        uuid PRIMARY KEY,
  kind      text NOT NULL CHECK (kind IN ('backup', 'verification')),
  -- Null for a file that could not be read.
  backup_id uuid,
  is_whole  boolean NOT NULL,
  at        timestamptz NOT NULL DEFAULT now(),
  CHECK (kind = 'verification' OR (is_whole AND backup_id IS NOT NULL))
);
CREATE INDEX backup_run_newest ON platform.backup_run (kind, at DESC);
