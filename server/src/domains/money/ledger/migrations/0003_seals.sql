-- HMAC of the row by whoever posted it last. A balance without its seal, or older than the transfers of its account, is not posted from.
ALTER TABLE ledger.account ADD COLUMN seal bytea;
ALTER TABLE ledger.hold ADD COLUMN seal bytea;
CREATE INDEX account_unsealed ON ledger.account (shard, id) WHERE seal IS NULL;
CREATE INDEX hold_unsealed ON ledger.hold (shard, id) WHERE seal IS NULL;

-- Where the chain was before there were seals. Only the owner can write it: what came later must be sealed.
ALTER TABLE ledger.head ADD COLUMN unsealed_seq bigint NOT NULL DEFAULT 0;
ALTER TABLE ledger.head ADD COLUMN unsealed_hash bytea;
UPDATE ledger.head SET unsealed_seq = seq, unsealed_hash = hash;
