-- Background checks are something that happened with a person.
CREATE OR REPLACE VIEW reports.person_event (id, account_id, at, kind, event, ref, officer, facts) AS
  SELECT id || ':up', id, created_at, 'account', 'signed_up', NULL::text, NULL::text, '{}'::jsonb FROM identity.account
  UNION ALL
  SELECT id || ':on', id, activated_at, 'account', 'activated', NULL, NULL, '{}' FROM identity.account WHERE activated_at IS NOT NULL
  UNION ALL
  SELECT id || ':off', id, closed_at, 'account', 'closed', NULL, NULL, '{}' FROM identity.account WHERE closed_at IS NOT NULL
  UNION ALL
  SELECT account_id || ':' || terms_version || ':' || data_policy_version, account_id, accepted_at, 'account', 'consented', NULL, NULL,
    jsonb_build_object('version', terms_version) FROM identity.consent
  UNION ALL
  SELECT id::text, account_id, changed_at, 'account', 'email_changed', NULL, NULL, '{}' FROM identity.email_change
  WHERE changed_at IS NOT NULL
  UNION ALL
  SELECT id::text, account_id, at, 'access', CASE result WHEN 'entered' THEN 'signed_in' ELSE 'sign_in_failed' END, NULL, NULL,
    jsonb_build_object('result', result, 'place', place, 'system', system, 'browser', browser) FROM identity.sign_in
  UNION ALL
  SELECT id::text, account_id, first_seen_at, 'access', 'device_added', NULL, NULL,
    jsonb_build_object('system', system, 'browser', browser) FROM identity.device
  UNION ALL
  SELECT id::text, account_id, created_at, 'hold', 'withdrawals_held', NULL, NULL,
    jsonb_build_object('reason', reason, 'until', to_char(until AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) FROM identity.hold
  UNION ALL
  SELECT id::text, account_id, at, 'hold', CASE action WHEN 'block' THEN 'blocked' WHEN 'unblock' THEN 'unblocked'
    WHEN 'freeze' THEN 'frozen' WHEN 'end_sessions' THEN 'sessions_ended' ELSE 'factors_reset' END, NULL, officer_id::text,
    jsonb_build_object('reason', reason) FROM compliance.access_action
  UNION ALL
  SELECT id::text, account_id, answered_at, 'verification', 'survey_answered', NULL, NULL, '{}' FROM kyc.survey
  UNION ALL
  SELECT account_id || ':' || form || ':' || (extract(epoch FROM sent_at) * 1000)::bigint, account_id, sent_at, 'verification',
    'form_sent', NULL, NULL, jsonb_build_object('form', form, 'items', count(*)::text)
  FROM kyc.item WHERE sent_at IS NOT NULL GROUP BY account_id, form, sent_at
  UNION ALL
  SELECT id::text, account_id, at, 'review', 'documents_' || outcome, NULL, officer_id::text,
    jsonb_build_object('items', cardinality(item_ids)::text) FROM compliance.decision
  UNION ALL
  SELECT id::text, account_id, changed_at, 'review', 'level_changed', NULL, changed_by::text,
    jsonb_build_object('before', CASE WHEN was_verified THEN from_level ELSE greatest(from_level - 1, 0) END::text,
      'after', CASE WHEN is_verified THEN to_level ELSE greatest(to_level - 1, 0) END::text, 'reason', reason) FROM kyc.level_change
  UNION ALL
  SELECT id || ':made', account_id, created_at, 'review', 'nature_created', NULL, created_by::text,
    jsonb_build_object('number', number::text) FROM compliance.nature_review WHERE NOT is_of_customer
  UNION ALL
  SELECT id || ':done', account_id, reviewed_at, 'review', 'nature_' || outcome, NULL, reviewed_by::text,
    jsonb_build_object('number', number::text, 'reason', reason) FROM compliance.nature_review WHERE outcome IS NOT NULL
  UNION ALL
  SELECT id::text, account_id, at, 'risk', 'risk_' || action, NULL, officer_id::text,
    jsonb_build_object('before', before, 'after', after, 'reason', reason) FROM risk.change
  UNION ALL
  SELECT id || ':open', account_id, opened_at, 'alert', 'alert_opened', NULL, opened_by::text,
    jsonb_build_object('alert', kind::text, 'reason', opening_comment) FROM alerts.episode
  UNION ALL
  SELECT id || ':closed', account_id, closed_at, 'alert', 'alert_closed', NULL, closed_by::text,
    jsonb_build_object('alert', kind::text, 'reason', closing_comment) FROM alerts.episode WHERE state = 'closed'
  UNION ALL
  SELECT id || ':found', account_id, found_at, 'screening', 'hit_found', NULL, NULL, jsonb_build_object('list', list) FROM screening.hit
  UNION ALL
  SELECT id || ':decided', account_id, decided_at, 'screening', 'hit_' || state, NULL, decided_by::text,
    jsonb_build_object('list', list, 'reason', reason) FROM screening.hit WHERE state IN ('confirmed', 'discarded') AND decided_at IS NOT NULL
  UNION ALL
  SELECT kind || id || ':begun', account_id, created_at, 'money', lower(kind) || '_begun', id::text, NULL,
    jsonb_build_object('rail', rail, 'asset', asset, 'amount', amount::text, 'receivedAsset', received_asset,
      'receivedAmount', received_amount::text)
  FROM (SELECT kind, id, account_id, created_at, rail, asset, amount, received_asset, received_amount FROM payments.deposit_movement
    UNION ALL SELECT kind, id, account_id, created_at, rail, asset, amount, received_asset, received_amount FROM payments.withdrawal_movement
    UNION ALL SELECT kind, id, account_id, created_at, rail, asset, amount, received_asset, received_amount FROM crypto.deposit_movement
    UNION ALL SELECT kind, id, account_id, created_at, rail, asset, amount, received_asset, received_amount FROM crypto.withdrawal_movement
    UNION ALL SELECT kind, id, account_id, created_at, rail, asset, amount, received_asset, received_amount FROM trading.trade_movement) begun
  UNION ALL
  SELECT kind || id || ':ended', account_id, ended_at, 'money', lower(kind) || '_ended', id::text, NULL,
    jsonb_build_object('rail', rail, 'state', state, 'asset', asset, 'amount', amount::text, 'receivedAsset', received_asset,
      'receivedAmount', received_amount::text)
  FROM (SELECT kind, id, account_id, ended_at, rail, state, asset, amount, received_asset, received_amount FROM payments.deposit_movement
    UNION ALL SELECT kind, id, account_id, ended_at, rail, state, asset, amount, received_asset, received_amount FROM payments.withdrawal_movement
    UNION ALL SELECT kind, id, account_id, ended_at, rail, state, asset, amount, received_asset, received_amount FROM crypto.deposit_movement
    UNION ALL SELECT kind, id, account_id, ended_at, rail, state, asset, amount, received_asset, received_amount FROM crypto.withdrawal_movement
    UNION ALL SELECT kind, id, account_id, ended_at, rail, state, asset, amount, received_asset, received_amount FROM trading.trade_movement) ended
  WHERE ended_at IS NOT NULL
  UNION ALL
  SELECT id || ':asked', subject_id, proposed_at, 'approval', 'approval_asked', id::text, maker_id::text,
    jsonb_build_object('approval', kind) FROM platform.approval_request WHERE subject_id IS NOT NULL
  UNION ALL
  SELECT id || ':ended', subject_id, decided_at, 'approval', 'approval_ended', id::text, decided_by::text,
    jsonb_build_object('approval', kind, 'state', state) FROM platform.approval_request WHERE subject_id IS NOT NULL AND decided_at IS NOT NULL
  UNION ALL
  SELECT id || ':placed', account_id, placed_at, 'legal', 'legal_hold_placed', NULL, placed_by, jsonb_build_object('reason', reason)
  FROM retention.legal_hold
  UNION ALL
  SELECT id || ':lifted', account_id, lifted_at, 'legal', 'legal_hold_lifted', NULL, lifted_by::text,
    jsonb_build_object('reason', lift_reason) FROM retention.legal_hold WHERE lifted_at IS NOT NULL
  UNION ALL
  SELECT id::text, account_id, at, 'case', 'note_written', id::text, author_id::text, jsonb_build_object('category', category)
  FROM compliance.case_note
  UNION ALL
  SELECT id::text, account_id, added_at, 'case', 'file_added', id::text, added_by::text, jsonb_build_object('folder', folder, 'name', name)
  FROM compliance.case_file WHERE note_id IS NULL
  UNION ALL
  SELECT id || ':begun', account_id, started_at, 'screening', 'check_begun', NULL, launched_by::text, '{}' FROM screening.background_check
  UNION ALL
  SELECT id || ':ended', account_id, ended_at, 'screening', 'check_ended', NULL, NULL, jsonb_build_object('state', state)
  FROM screening.background_check WHERE ended_at IS NOT NULL;
