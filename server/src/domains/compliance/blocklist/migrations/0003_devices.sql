-- Browsers, by the key of their cookie: the same in every account.
ALTER TABLE blacklist.entry DROP CONSTRAINT entry_kind_check;
ALTER TABLE blacklist.entry ADD CONSTRAINT entry_kind_check CHECK (
  kind IN ('document', 'nit', 'email', 'domain', 'phone', 'network', 'bank_account', 'address', 'name', 'device'));
