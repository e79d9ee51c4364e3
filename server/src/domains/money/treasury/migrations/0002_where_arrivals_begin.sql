-- What came up to this block is the operator's to book (npm run books:capital): reading older blocks again must not book it once more.
ALTER TABLE treasury.place ADD COLUMN began bigint;
UPDATE treasury.place SET began = block;
ALTER TABLE treasury.place ALTER COLUMN began SET NOT NULL;
