-- Notes as they are stored: sealed, for whoever has the key of the person.
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
      'openingComment', opening_comment, 'closedAt', closed_at, 'byClosed', closed_by, 'closingComment', closing_comment, 'evidence',
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
      'byLifted', lifted_by, 'liftReason', lift_reason) FROM retention.legal_hold;
