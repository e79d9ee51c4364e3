-- The table of assets (contract/src/assets.ts and chain/tokens.ts) for SQL: views name the asset of a token and the quoted side of a pair
-- from it. A new asset is a row by a migration; server/tests/assets.test.ts compares them.
-- compatible: the version before knows no such table
CREATE TABLE ledger.asset (
  code       text PRIMARY KEY CHECK (code ~ '^[A-Z]{3,10}$'),
  scale      smallint NOT NULL CHECK (scale BETWEEN 0 AND 18),
  token_id   integer NOT NULL UNIQUE,
  -- The lower one of a pair is what the other is priced in.
  quote_rank smallint NOT NULL UNIQUE
);
INSERT INTO ledger.asset (code, scale, token_id, quote_rank) VALUES ('COP', 2, 0, 1), ('USDT', 6, 31, 2), ('BTC', 8, 30, 3);
