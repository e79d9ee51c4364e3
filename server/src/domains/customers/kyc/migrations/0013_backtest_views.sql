-- What rules about customers read of an earlier day (module monitoring): when something was sent and decided, and every change of a level.
CREATE OR REPLACE VIEW kyc.changed_item AS
  SELECT item.id, item.account_id, item.form, item.slot, item.state, item.sent_at,
    CASE WHEN item.slot = 'fields' THEN ARRAY(SELECT key FROM jsonb_each(item.facts)
      WHERE value IS DISTINCT FROM earlier.facts -> key ORDER BY key) END AS fields,
    item.reviewed_at
  FROM kyc.item CROSS JOIN LATERAL (
    SELECT old.facts FROM kyc.item old
    WHERE old.account_id = item.account_id AND old.form = item.form AND old.slot = item.slot AND old.state = 'replaced'
      -- A declined one has a description.
      AND old.reviewed_at IS NOT NULL AND old.description IS NULL AND old.added_at < item.added_at
    ORDER BY old.added_at DESC LIMIT 1) AS earlier
  WHERE item.state IN ('pending', 'accepted', 'declined')
    AND (item.slot <> 'fields' OR item.facts IS DISTINCT FROM earlier.facts);

CREATE OR REPLACE VIEW kyc.changed_address AS
  SELECT item.id, item.account_id, item.state, earlier.facts AS before, item.facts AS after, item.sent_at, item.reviewed_at
  FROM kyc.item CROSS JOIN LATERAL (
    SELECT old.facts FROM kyc.item old
    WHERE old.account_id = item.account_id AND old.form = item.form AND old.slot = item.slot AND old.state = 'replaced'
      AND old.reviewed_at IS NOT NULL AND old.description IS NULL AND old.added_at < item.added_at
    ORDER BY old.added_at DESC LIMIT 1) AS earlier
  WHERE item.form = 'natural-2' AND item.slot = 'fields' AND item.state IN ('pending', 'accepted', 'declined');

CREATE VIEW kyc.sent_item AS SELECT account_id, state, sent_at, reviewed_at FROM kyc.item WHERE state IN ('pending', 'accepted', 'declined');

CREATE VIEW kyc.level_history AS
  SELECT account_id, CASE WHEN was_verified OR from_level = 0 THEN from_level ELSE from_level - 1 END AS from_verified_level,
    CASE WHEN is_verified OR to_level = 0 THEN to_level ELSE to_level - 1 END AS verified_level, changed_at
  FROM kyc.level_change;
