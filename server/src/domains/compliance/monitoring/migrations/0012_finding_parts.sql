-- Codes and values of the sentence of a finding, in which it is written in the reader's language. Null: a row of an earlier release.
ALTER TABLE monitoring.finding ADD COLUMN said_parts jsonb;
