CREATE OR REPLACE VIEW kyc.sent_item AS SELECT account_id, state, sent_at, reviewed_at, id FROM kyc.item WHERE state IN ('pending', 'accepted', 'declined');
