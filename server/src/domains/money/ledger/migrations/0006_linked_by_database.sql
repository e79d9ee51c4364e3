-- The database computes the link of a batch from the head as it finds it, so the text of a transfer cannot contain the number and the time of
-- its batch: it contains the id that its writer gave the batch. NULL: version 1, with the number and the time in each row's text.
ALTER TABLE ledger.batch ADD COLUMN id uuid;
-- The hash before the last batch, which the statement that moves the head puts into the batch.
ALTER TABLE ledger.head ADD COLUMN previous bytea;
