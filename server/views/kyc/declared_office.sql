CREATE OR REPLACE VIEW kyc.declared_office AS
  SELECT account_id, id AS item_id, facts -> 'pepDetails' ->> 'until' AS ended_on, coalesce(sent_at, added_at) AS at FROM kyc.item
  WHERE form = 'natural-1' AND slot = 'fields' AND state IN ('pending', 'accepted', 'declined') AND facts ->> 'peps' = 'true'
    AND facts -> 'pepDetails' ->> 'until' ~ '^\d{4}-\d{2}-\d{2}$';
