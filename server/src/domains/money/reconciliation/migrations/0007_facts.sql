-- What was found, beside by how much it differs: an explanation holds for this alone (decision 76). An explanation of a count from before has none,
-- so that it explains nothing from now on, and what it explained opens anew; one of an amount holds as before.
ALTER TABLE reconciliation.difference ADD COLUMN facts text NOT NULL DEFAULT '';
ALTER TABLE reconciliation.figure ADD COLUMN facts text NOT NULL DEFAULT '';
