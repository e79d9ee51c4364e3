-- How many versions the last batch added. The upsert of a batch proposes the new row, so `version - steps` tells what the row must
-- have been: checked by the primary key's look-up alone, with no plan that depends on how large the table was when it was made.
ALTER TABLE ledger.account ADD COLUMN steps integer NOT NULL DEFAULT 0;
