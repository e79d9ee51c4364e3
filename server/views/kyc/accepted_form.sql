-- When all of a form was accepted last. A renewal that is open has not been: one item of it that was accepted makes the rest no newer.
CREATE OR REPLACE VIEW kyc.accepted_form AS
  SELECT item.account_id, item.form,
    max(item.reviewed_at) FILTER (WHERE CASE WHEN renewal.id IS NULL THEN item.state = 'accepted'
      ELSE item.state IN ('accepted', 'replaced') AND item.description IS NULL AND item.reviewed_at <= renewal.requested_at END) AS accepted_at
  FROM kyc.item LEFT JOIN kyc.renewal ON renewal.account_id = item.account_id AND renewal.subject = item.form AND renewal.state = 'open'
  GROUP BY item.account_id, item.form;
