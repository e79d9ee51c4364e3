-- Whether something of a verified level has to be sent again, and whether the person is politically exposed (ADM-01).
CREATE OR REPLACE VIEW kyc.person_state AS
  SELECT c.account_id, c.person_type, c.current_level, c.is_verified, done.verified_level,
    coalesce(d.document_number, sent.document_number) AS document_number,
    waiting.since AS waiting_since, coalesce(waiting.items, 0) AS waiting_items, waiting.forms AS waiting_forms,
    coalesce(waiting.is_begun, false) AS is_begun,
    coalesce(decided.has_declined, false) AS has_declined, coalesce(decided.has_staged, false) AS has_staged,
    decided.accepted_at, greatest(c.updated_at, decided.changed_at) AS changed_at,
    coalesce(decided.must_renew, false) AS must_renew, coalesce(d.is_pep, false) AS is_pep
  FROM kyc.customer c
  CROSS JOIN LATERAL (
    SELECT CASE WHEN c.is_verified OR c.current_level = 0 THEN c.current_level ELSE c.current_level - 1 END AS verified_level) done
  LEFT JOIN kyc.dossier d USING (account_id)
  LEFT JOIN LATERAL (
    SELECT coalesce(facts ->> 'identificationNumber', facts ->> 'nit') AS document_number FROM kyc.item
    WHERE account_id = c.account_id AND slot = 'fields' AND form IN ('natural-1', 'legal-1') AND state IN ('pending', 'accepted', 'declined')
    ORDER BY added_at DESC LIMIT 1) sent ON true
  LEFT JOIN LATERAL (
    SELECT min(item.sent_at) AS since, count(*)::integer AS items, array_agg(DISTINCT item.form) AS forms,
      bool_or(EXISTS (SELECT 1 FROM kyc.item other WHERE other.account_id = c.account_id AND other.form = item.form
        AND other.state IN ('accepted', 'declined') AND other.reviewed_at >= item.sent_at)) AS is_begun
    FROM kyc.item WHERE account_id = c.account_id AND state = 'pending' HAVING count(*) > 0) waiting ON true
  LEFT JOIN LATERAL (
    SELECT bool_or(state = 'declined') AS has_declined, bool_or(state = 'staged') AS has_staged,
      bool_or(state = 'declined' AND right(form, 1)::integer <= done.verified_level) AS must_renew,
      max(reviewed_at) FILTER (WHERE state = 'accepted') AS accepted_at, max(greatest(added_at, sent_at, reviewed_at)) AS changed_at
    FROM kyc.item WHERE account_id = c.account_id AND state <> 'replaced') decided ON true;
