-- The signer's own memory of saved addresses: an address is as old as this says, whatever the product's tables say.
CREATE TABLE blockchain.seen_address (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  address    text NOT NULL,
  seen_at    timestamptz NOT NULL
);
