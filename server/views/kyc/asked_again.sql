-- What somebody is asked to send: a renewal that is open, or a form of which something was declined; since when, and whether what they sent
-- waits for a reviewer. Of a survey there is no item.
CREATE OR REPLACE VIEW kyc.asked_again AS
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
