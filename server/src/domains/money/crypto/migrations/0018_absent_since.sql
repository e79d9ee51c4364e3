-- Of a deposit in dispute: since when the chain positively does not have it. A credit is taken back only by a second such look.
ALTER TABLE crypto.deposit ADD COLUMN absent_since timestamptz;
