-- Identifiers of an entry as they are compared: an address of a chain is asked for before each withdrawal. Entries from before have none;
-- the next version of their list gives them theirs.
ALTER TABLE screening.entry ADD COLUMN identifiers text[] NOT NULL DEFAULT '{}';
CREATE INDEX entry_identifiers ON screening.entry USING gin (identifiers) WHERE to_version IS NULL;
