-- "freeze" is a word of SQL: it would have to be quoted wherever it is said.
ALTER TABLE ledger.freeze RENAME TO asset_freeze;
