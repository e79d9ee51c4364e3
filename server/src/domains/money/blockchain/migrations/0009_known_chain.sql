-- What is known of the chain: a node that does not know it too is believed in nothing. block_*: so deep that it has to stay; head_number: newest
-- block that was seen. Who really moves to another chain deletes the row (docs/operations.md).
CREATE TABLE blockchain.known_chain (
  chain_id     bigint PRIMARY KEY,
  genesis_hash text NOT NULL,
  block_number bigint NOT NULL,
  block_hash   text NOT NULL,
  head_number  bigint NOT NULL
);
