-- Whether the fields were checked is said by their item alone.
ALTER TABLE kyc.form DROP COLUMN fields_ready_at;
-- For the job that forgets files of abandoned forms.
CREATE INDEX item_staged ON kyc.item (account_id, form) WHERE state = 'staged';
