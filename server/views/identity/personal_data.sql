CREATE OR REPLACE VIEW identity.personal_data AS
  SELECT account_id, section, at, entry FROM identity.personal_data_without_removals
  UNION ALL
  SELECT account_id, 'factor_removals', asked_at,
    jsonb_build_object('askedAt', asked_at, 'ip', ip, 'dueAt', due_at, 'cancelledAt', cancelled_at, 'doneAt', done_at)
  FROM identity.factor_removal;
