-- What stands in the case file of a person, from the tables of its owners: one row an entry, by the part that it belongs to. Asked for one
-- person only, whose rows each branch finds by an index. Ids of officers stand under `by…`, times under `…At`.
CREATE VIEW reports.case_entry (account_id, part, at, id, entry) AS
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
  SELECT account_id, 'note', at, id, jsonb_build_object('category', category, 'text', text, 'corrects', corrects, 'by', author_id)
  FROM compliance.case_note
  UNION ALL
  SELECT subject_id, 'approval', proposed_at, id, jsonb_build_object('kind', kind, 'state', state, 'reason', reason, 'by', maker_id,
      'decidedAt', decided_at, 'byDecided', decided_by, 'note', note, 'outcome', outcome, 'reviewedAt', reviewed_at, 'verdict', verdict)
  FROM platform.approval_request WHERE subject_id IS NOT NULL
  UNION ALL
  SELECT account_id, 'legal_hold', placed_at, id, jsonb_build_object('reason', reason, 'by', placed_by, 'liftedAt', lifted_at,
      'byLifted', lifted_by, 'liftReason', lift_reason) FROM retention.legal_hold;

-- Every document of it, replaced ones too. `checked_at` and what follows: what a reviewer said of it.
CREATE VIEW reports.case_document (account_id, origin, at, id, file_id, place, slot, name, note_id, state, by, checked_at, checked_by,
  description) AS
  SELECT account_id, 'customer', sent_at, id, file_id, form, slot, facts ->> 'name', NULL::uuid, state, NULL::uuid,
    reviewed_at, reviewed_by, description
  FROM kyc.item WHERE file_id IS NOT NULL AND sent_at IS NOT NULL
  UNION ALL
  SELECT account_id, 'officer', added_at, id, file_id, folder, NULL, name, note_id, NULL, added_by, NULL, NULL, NULL
  FROM compliance.case_file;

-- Who it is, and where they stand.
CREATE VIEW reports.case_person AS
  SELECT account.id AS account_id, account.email, account.state, account.created_at, account.activated_at, account.closed_at,
    coalesce(customer.person_type, 'natural') AS person_type, coalesce(customer.current_level, 0) AS current_level,
    CASE WHEN customer.is_verified THEN customer.current_level ELSE greatest(coalesce(customer.current_level, 0) - 1, 0) END AS verified_level,
    coalesce(dossier.full_name, declared.name) AS name, dossier.document_type, coalesce(dossier.document_number, declared.number) AS
    document_number, dossier.birth_date, dossier.country, dossier.address, dossier.is_pep AS declared_pep,
    coalesce(standing.risk, 'low') AS risk, standing.level AS risk_level, standing.is_pep, standing.is_listed,
    coalesce(standing.allow, false) AS allow, subject.screened_at, subject.versions AS screened_versions
  FROM identity.account
    LEFT JOIN kyc.customer ON customer.account_id = account.id
    LEFT JOIN kyc.dossier ON dossier.account_id = account.id
    LEFT JOIN risk.standing ON standing.account_id = account.id
    LEFT JOIN screening.subject ON subject.account_id = account.id
    LEFT JOIN LATERAL (SELECT coalesce(facts ->> 'fullName', facts ->> 'legalName') AS name,
        coalesce(facts ->> 'identificationNumber', facts ->> 'nit') AS number
      FROM kyc.item WHERE item.account_id = account.id AND slot = 'fields' AND form IN ('natural-1', 'legal-1') AND state <> 'staged'
      ORDER BY sent_at DESC LIMIT 1) declared ON true;
