-- Addresses that may be alike are looked for in one block: a country, and the first two numbers. Null until its person is looked at again.
ALTER TABLE monitoring.address ADD COLUMN block text;
CREATE INDEX address_block ON monitoring.address (block);
