-- What rules about customers read (module monitoring, alert 7).
-- Every identity document with which somebody was accepted, the replaced ones too: the newest is theirs until another one is accepted. Until
-- when it is good is what was read of it before it was sent; a reading of before the last acceptance was of the document before it.
CREATE OR REPLACE VIEW kyc.accepted_document AS
  SELECT item.account_id, item.id AS item_id, item.reviewed_at AS accepted_at,
    (SELECT read ->> 'expiryDate' FROM kyc.evidence
      WHERE evidence.account_id = item.account_id AND evidence.form = 'natural-1' AND evidence.at <= coalesce(item.sent_at, item.added_at)
        AND read ->> 'expiryDate' ~ '^\d{4}-\d{2}-\d{2}$'
        AND NOT EXISTS (SELECT FROM kyc.item before WHERE before.account_id = item.account_id AND before.form = 'natural-1'
          AND before.slot = 'frontal' AND before.state = 'replaced' AND before.description IS NULL AND before.reviewed_at >= evidence.at
          AND before.reviewed_at < item.reviewed_at)
      ORDER BY evidence.at DESC, evidence.id DESC LIMIT 1) AS expires_on
  FROM (
    SELECT account_id, id, added_at, sent_at, reviewed_at FROM kyc.item
    WHERE form = 'natural-1' AND slot = 'frontal' AND state = 'accepted'
    UNION ALL
    -- A declined one has a description.
    SELECT account_id, id, added_at, sent_at, reviewed_at FROM kyc.item
    WHERE form = 'natural-1' AND slot = 'frontal' AND state = 'replaced' AND reviewed_at IS NOT NULL AND description IS NULL) AS item;
