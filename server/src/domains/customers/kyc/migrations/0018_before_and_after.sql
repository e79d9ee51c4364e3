-- What rules about customers read (module monitoring): which item was there before the one that was sent again, and which survey it is.
CREATE OR REPLACE VIEW kyc.changed_item AS
  SELECT item.id, item.account_id, item.form, item.slot, item.state, item.sent_at,
    CASE WHEN item.slot = 'fields' THEN ARRAY(SELECT key FROM jsonb_each(item.facts)
      WHERE value IS DISTINCT FROM earlier.facts -> key ORDER BY key) END AS fields,
    item.reviewed_at, earlier.id AS earlier_id
  FROM kyc.item CROSS JOIN LATERAL (
    SELECT old.id, old.facts FROM kyc.item old
    WHERE old.account_id = item.account_id AND old.form = item.form AND old.slot = item.slot AND old.state = 'replaced'
      -- A declined one has a description.
      AND old.reviewed_at IS NOT NULL AND old.description IS NULL AND old.added_at < item.added_at
    ORDER BY old.added_at DESC LIMIT 1) AS earlier
  WHERE item.state IN ('pending', 'accepted', 'declined')
    AND (item.slot <> 'fields' OR item.facts IS DISTINCT FROM earlier.facts);

CREATE OR REPLACE VIEW kyc.survey_report AS SELECT account_id, response_a, response_b, answered_at, id FROM kyc.survey;
