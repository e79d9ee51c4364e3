-- Worthless transfers to one address beyond those that are listed, as a number of each block: strangers make as many as they like. Money is
-- always listed.
CREATE TABLE crypto.unlisted_spam (
  block_number bigint NOT NULL,
  address      text NOT NULL,
  count        integer NOT NULL CHECK (count > 0),
  PRIMARY KEY (block_number, address)
);

DROP INDEX crypto.unrecognized_seen;
CREATE INDEX unrecognized_spam ON crypto.unrecognized (seen_at DESC, id DESC) WHERE kind IN ('unknown_token', 'zero_amount');
CREATE INDEX unrecognized_money ON crypto.unrecognized (seen_at DESC, id DESC) WHERE NOT kind IN ('unknown_token', 'zero_amount');
CREATE INDEX unrecognized_of_block ON crypto.unrecognized (block_number);
