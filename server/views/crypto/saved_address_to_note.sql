CREATE OR REPLACE VIEW crypto.saved_address_to_note AS SELECT id, account_id, address FROM crypto.saved_address WHERE deleted_at IS NULL;
