-- What rules about customers read (module monitoring, alert 7).

-- Every identity document with which somebody was accepted, the replaced ones too: the newest is theirs until another one is accepted. Until
-- when it is good is what was read of it before it was sent; a reading of before the last acceptance was of the document before it.
CREATE VIEW kyc.accepted_document AS
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

-- Every NIT that a company sent, and when it was accepted, if it was.
CREATE VIEW kyc.sent_nit AS
  SELECT account_id, id AS item_id, facts ->> 'nit' AS nit, coalesce(sent_at, added_at) AS at,
    CASE WHEN state = 'accepted' THEN reviewed_at END AS accepted_at
  FROM kyc.item WHERE form = 'legal-1' AND slot = 'fields' AND state IN ('pending', 'accepted', 'declined')
  UNION ALL
  SELECT account_id, id, facts ->> 'nit', coalesce(sent_at, added_at), CASE WHEN description IS NULL THEN reviewed_at END
  FROM kyc.item WHERE form = 'legal-1' AND slot = 'fields' AND state = 'replaced';

-- What somebody is asked to send: a renewal that is open, or a form of which something was declined; since when, and whether what they sent
-- waits for a reviewer. Of a survey there is no item.
CREATE VIEW kyc.asked_again AS
  SELECT renewal.account_id, renewal.id::text AS asked_id, renewal.subject, true AS is_renewal,
    greatest(renewal.requested_at, declined.at) AS asked_at,
    EXISTS (SELECT FROM kyc.form WHERE form.account_id = renewal.account_id AND form.form = renewal.subject AND form.state = 'sent') AS is_answered,
    coalesce(declined.ids, ARRAY(SELECT id FROM kyc.item WHERE item.account_id = renewal.account_id AND item.form = renewal.subject
      AND item.slot = 'fields' AND item.state = 'accepted')) AS item_ids
  FROM kyc.renewal CROSS JOIN LATERAL (
    SELECT max(reviewed_at) AS at, array_agg(id ORDER BY id) AS ids FROM kyc.item
    WHERE item.account_id = renewal.account_id AND item.form = renewal.subject AND item.state = 'declined') AS declined
  WHERE renewal.state = 'open'
  UNION ALL
  SELECT form.account_id, form.form, form.form, false, declined.at, false, declined.ids
  FROM kyc.form CROSS JOIN LATERAL (
    SELECT max(reviewed_at) AS at, array_agg(id ORDER BY id) AS ids FROM kyc.item
    WHERE item.account_id = form.account_id AND item.form = form.form AND item.state = 'declined') AS declined
  WHERE form.state = 'declined' AND declined.at IS NOT NULL AND NOT EXISTS (
    SELECT FROM kyc.renewal WHERE renewal.account_id = form.account_id AND renewal.subject = form.form AND renewal.state = 'open');
