-- What a person asked about their personal data, and what officers did with it: in the timeline without the words, in the case archive as it is
-- stored, sealed, for whoever has the key of the person, with the files that came along.
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
  FROM screening.background_check WHERE ended_at IS NOT NULL
  UNION ALL
  SELECT entry.id::text, account_id, entry.at, 'privacy', 'data_request_' || entry.kind, request_id::text,
    CASE WHEN author = 'officer' THEN author_id::text END, jsonb_build_object('number', number)
  FROM privacy.entry JOIN privacy.data_request ON data_request.id = request_id;

CREATE OR REPLACE VIEW reports.case_entry (account_id, part, at, id, entry) AS
  SELECT account_id, 'decision', at, id, jsonb_build_object('what', outcome, 'items', (SELECT jsonb_agg(jsonb_build_object('id', item.id,
      'form', item.form, 'slot', item.slot) ORDER BY item.id) FROM kyc.item WHERE item.id = ANY(item_ids)), 'reasonCodes', reason_codes,
      'note', note, 'by', officer_id) FROM compliance.decision
  UNION ALL
  SELECT account_id, 'decision', changed_at, id, jsonb_build_object('what', 'level',
      'before', CASE WHEN was_verified THEN from_level ELSE greatest(from_level - 1, 0) END,
      'after', CASE WHEN is_verified THEN to_level ELSE greatest(to_level - 1, 0) END, 'reason', reason, 'by', changed_by) FROM kyc.level_change
  UNION ALL
  SELECT account_id, 'decision', reviewed_at, id, jsonb_build_object('what', 'nature_' || outcome, 'number', number, 'reason', reason,
      'by', reviewed_by) FROM compliance.nature_review WHERE outcome IS NOT NULL
  UNION ALL
  SELECT account_id, 'decision', at, id, jsonb_build_object('what', 'risk_' || action, 'before', before, 'after', after, 'reason', reason,
      'by', officer_id, 'bySecond', second_id) FROM risk.change
  UNION ALL
  SELECT account_id, 'access', at, id, jsonb_build_object('what', action, 'reason', reason, 'by', officer_id, 'bySecond', second_id)
  FROM compliance.access_action
  UNION ALL
  SELECT account_id, 'alert', opened_at, id, jsonb_build_object('kind', kind, 'type', type_id, 'state', state, 'byOpened', opened_by,
      'openingComment', opening_comment, 'closedAt', closed_at, 'byClosed', closed_by, 'closingComment', closing_comment, 'verdict', verdict, 'evidence',
      (SELECT jsonb_agg(jsonb_build_object('at', evidence.at, 'comment', evidence.comment) ORDER BY evidence.at, evidence.id)
        FROM alerts.evidence WHERE evidence.episode_id = episode.id)) FROM alerts.episode
  UNION ALL
  SELECT account_id, 'hit', found_at, id, jsonb_build_object('list', list, 'entryId', entry_id, 'score', score, 'severity', severity,
      'state', state, 'facts', facts, 'decidedAt', decided_at, 'by', decided_by, 'bySecond', second_id, 'reason', reason) FROM screening.hit
  UNION ALL
  SELECT account_id, 'note', at, id, jsonb_build_object('category', category, 'text', text, 'corrects', corrects, 'by', author_id,
      'sealed', translate(encode(sealed, 'base64'), E'\n', ''))
  FROM compliance.case_note
  UNION ALL
  SELECT subject_id, 'approval', proposed_at, id, jsonb_build_object('kind', kind, 'state', state, 'reason', reason, 'by', maker_id,
      'decidedAt', decided_at, 'byDecided', decided_by, 'note', note, 'outcome', outcome, 'reviewedAt', reviewed_at, 'verdict', verdict)
  FROM platform.approval_request WHERE subject_id IS NOT NULL
  UNION ALL
  SELECT account_id, 'legal_hold', placed_at, id, jsonb_build_object('reason', reason, 'by', placed_by, 'liftedAt', lifted_at,
      'byLifted', lifted_by, 'liftReason', lift_reason) FROM retention.legal_hold
  UNION ALL
  SELECT conversation.account_id, 'message', message.at, message.id, jsonb_build_object('topic', topic, 'subject', subject, 'author', author,
      'by', CASE WHEN author = 'officer' THEN author_id END, 'kind', kind, 'sealed', translate(encode(sealed, 'base64'), E'\n', ''))
  FROM conversations.message JOIN conversations.conversation ON conversation.id = message.conversation_id
  UNION ALL
  SELECT account_id, 'background_check', started_at, id, jsonb_build_object('state', state, 'by', launched_by, 'endedAt', ended_at,
      'isCached', is_cached, 'isValidated', is_validated, 'gravest', gravest, 'isListed', is_listed, 'isPep', is_pep, 'failedSources',
      failed_sources, 'refusedFields', refused_fields, 'subject', translate(encode(subject, 'base64'), E'\n', ''), 'reports',
      (SELECT jsonb_agg(jsonb_build_object('id', report.id, 'receivedAt', report.received_at, 'sha256', report.sha256,
          'sealed', translate(encode(report.sealed, 'base64'), E'\n', '')) ORDER BY report.id)
        FROM screening.background_report report WHERE report.check_id = background_check.id)) FROM screening.background_check
  UNION ALL
  SELECT account_id, 'data_request', entry.at, entry.id, jsonb_build_object('number', number, 'request', data_request.kind, 'author', author,
      'by', CASE WHEN author = 'officer' THEN author_id END, 'kind', entry.kind, 'sealed', translate(encode(sealed, 'base64'), E'\n', ''))
  FROM privacy.entry JOIN privacy.data_request ON data_request.id = request_id;

CREATE OR REPLACE VIEW reports.case_document (account_id, origin, at, id, file_id, place, slot, name, note_id, state, by, checked_at, checked_by,
  description) AS
  SELECT account_id, 'customer', sent_at, id, file_id, form, slot, facts ->> 'name', NULL::uuid, state, NULL::uuid,
    reviewed_at, reviewed_by, description
  FROM kyc.item WHERE file_id IS NOT NULL AND sent_at IS NOT NULL
  UNION ALL
  SELECT account_id, 'officer', added_at, id, file_id, folder, NULL, name, note_id, NULL, added_by, NULL, NULL, NULL
  FROM compliance.case_file
  UNION ALL
  SELECT conversation.account_id, 'message', message.at, attachment.id, attachment.file_id, topic, NULL, attachment.name, message.id, NULL,
    CASE WHEN author = 'officer' THEN author_id END, NULL, NULL, NULL
  FROM conversations.attachment JOIN conversations.message ON message.id = attachment.message_id
    JOIN conversations.conversation ON conversation.id = message.conversation_id
  UNION ALL
  SELECT account_id, 'provider', received_at, id, pdf_file_id, 'reporte', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
  FROM screening.background_report WHERE pdf_file_id IS NOT NULL
  UNION ALL
  SELECT account_id, 'data_request', entry.at, attachment.id, attachment.file_id, number, NULL, attachment.name, entry.id, NULL,
    CASE WHEN author = 'officer' THEN author_id END, NULL, NULL, NULL
  FROM privacy.attachment JOIN privacy.entry ON entry.id = attachment.entry_id JOIN privacy.data_request ON data_request.id = request_id;
