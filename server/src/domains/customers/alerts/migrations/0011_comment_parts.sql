-- Codes and values of a comment that a rule wrote: it is shown in the reader's language. Null: an officer wrote the comment, or an earlier
-- release did; it is shown as it is.
ALTER TABLE alerts.episode ADD COLUMN opening_parts jsonb, ADD COLUMN closing_parts jsonb;
ALTER TABLE alerts.evidence ADD COLUMN comment_parts jsonb;
