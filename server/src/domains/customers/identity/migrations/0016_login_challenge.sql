-- What a right password gives to whoever has a second factor is a login challenge; tickets are what people write to support.
ALTER TABLE identity.sign_in_ticket RENAME TO login_challenge;
ALTER INDEX identity.sign_in_ticket_expiry RENAME TO login_challenge_expiry;
ALTER INDEX identity.sign_in_ticket_pkey RENAME TO login_challenge_pkey;
