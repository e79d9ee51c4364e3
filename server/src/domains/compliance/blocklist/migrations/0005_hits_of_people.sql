-- Who was refused something of the list lately.
CREATE INDEX hit_account ON blacklist.hit (account_id, place, last_at);

-- Who paid a transfer of the person.
ALTER TABLE blacklist.hit DROP CONSTRAINT hit_place_check;
ALTER TABLE blacklist.hit ADD CONSTRAINT hit_place_check CHECK (
  place IN ('sign_up', 'sign_in', 'verification', 'bank_account', 'saved_address', 'withdrawal', 'deposit', 'transfer', 'customer'));
