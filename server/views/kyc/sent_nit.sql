-- Every NIT that a company sent, and when it was accepted, if it was.
CREATE OR REPLACE VIEW kyc.sent_nit AS
  SELECT account_id, id AS item_id, facts ->> 'nit' AS nit, coalesce(sent_at, added_at) AS at,
    CASE WHEN state = 'accepted' THEN reviewed_at END AS accepted_at
  FROM kyc.item WHERE form = 'legal-1' AND slot = 'fields' AND state IN ('pending', 'accepted', 'declined')
  UNION ALL
  SELECT account_id, id, facts ->> 'nit', coalesce(sent_at, added_at), CASE WHEN description IS NULL THEN reviewed_at END
  FROM kyc.item WHERE form = 'legal-1' AND slot = 'fields' AND state = 'replaced';
