-- Who was a customer already when the value came on the list.
ALTER TABLE blacklist.hit DROP CONSTRAINT hit_place_check;
ALTER TABLE blacklist.hit ADD CONSTRAINT hit_place_check CHECK (
  place IN ('sign_up', 'sign_in', 'verification', 'bank_account', 'saved_address', 'withdrawal', 'deposit', 'customer'));
