-- How many passes in a row found a difference, each of another size than the pass before.
ALTER TABLE reconciliation.figure ADD COLUMN changing integer NOT NULL DEFAULT 0;
