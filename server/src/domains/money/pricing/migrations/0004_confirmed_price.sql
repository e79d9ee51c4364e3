-- The last price that two sources or an operator have confirmed: what a single source says is compared with it.
ALTER TABLE pricing.price ADD COLUMN confirmed_price numeric(38,0) CHECK (confirmed_price > 0);
UPDATE pricing.price SET confirmed_price = price WHERE frozen_reason IS NULL;
