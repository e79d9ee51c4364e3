-- When the scanner read the block: the signal of a scanner that stands still. Blocks of before are as new as this migration.
ALTER TABLE crypto.block ADD COLUMN read_at timestamptz NOT NULL DEFAULT now();
