-- When each thing that was accepted of a verified level was accepted, and when the survey was answered.
CREATE OR REPLACE VIEW kyc.accepted_data AS
  SELECT done.account_id, done.form AS subject, done.accepted_at
  FROM kyc.accepted_form done JOIN kyc.customer c ON c.account_id = done.account_id
  WHERE done.accepted_at IS NOT NULL
    AND right(done.form, 1)::integer <= CASE WHEN c.is_verified OR c.current_level = 0 THEN c.current_level ELSE c.current_level - 1 END
  UNION ALL
  SELECT account_id, 'survey', max(answered_at) FROM kyc.survey GROUP BY account_id;
