CREATE SCHEMA blockchain;

-- What may be signed, written with the business row that decided it. The signer reads it again and signs nothing else.
CREATE TABLE blockchain.decision (
  operation_id uuid PRIMARY KEY,
  wallet       text NOT NULL,
  kind         text NOT NULL,
  ref          uuid NOT NULL,
  request      jsonb NOT NULL,
  hash         text NOT NULL,
  decided_at   timestamptz NOT NULL,
  refused      text
);

-- One nonce allocator per wallet: the row lock.
CREATE TABLE blockchain.wallet (
  name       text PRIMARY KEY,
  address    text NOT NULL,
  next_nonce bigint NOT NULL CHECK (next_nonce >= 0)
);

-- One transaction per operation, for ever. Nonce and signed bytes are here before anything is broadcast; only these bytes are sent.
CREATE TABLE blockchain.chain_transaction (
  operation_id  uuid PRIMARY KEY,
  wallet        text NOT NULL,
  nonce         bigint NOT NULL,
  kind          text NOT NULL,
  ref           uuid NOT NULL,
  state         text NOT NULL DEFAULT 'reserved' CHECK (state IN ('reserved', 'signed', 'sent', 'mined', 'confirmed', 'reverted')),
  signed        text,
  hash          text UNIQUE,
  sent_at       timestamptz,
  block_number  bigint,
  confirmations integer NOT NULL DEFAULT 0,
  receipt       jsonb,
  -- false while the chain, having come back behind us, has not repeated what the ledger already settled
  agreed        boolean NOT NULL DEFAULT true,
  disagreement  text,
  created_at    timestamptz NOT NULL,
  updated_at    timestamptz NOT NULL,
  UNIQUE (wallet, nonce),
  CHECK ((signed IS NULL) = (state = 'reserved')),
  CHECK ((signed IS NULL) = (hash IS NULL))
);
CREATE INDEX chain_transaction_open ON blockchain.chain_transaction (wallet, nonce)
  WHERE state NOT IN ('confirmed', 'reverted') OR NOT agreed;
