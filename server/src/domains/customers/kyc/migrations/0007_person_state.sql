-- Who waits for a reviewer, found without looking at everybody.
CREATE INDEX item_pending ON kyc.item (account_id, sent_at) WHERE state = 'pending';
-- The same document in another account, also before any level is verified.
CREATE INDEX item_document ON kyc.item ((coalesce(facts ->> 'identificationNumber', facts ->> 'nit')))
  WHERE slot = 'fields' AND state <> 'staged';

-- Where each person's verification stands, for lists of officers (module compliance).
CREATE VIEW kyc.person_state AS
  SELECT c.account_id, c.person_type, c.current_level, c.is_verified,
    CASE WHEN c.is_verified OR c.current_level = 0 THEN c.current_level ELSE c.current_level - 1 END AS verified_level,
    coalesce(d.document_number, sent.document_number) AS document_number,
    waiting.since AS waiting_since, coalesce(waiting.items, 0) AS waiting_items, waiting.forms AS waiting_forms,
    -- Something of what was sent with it is decided already.
    coalesce(waiting.is_begun, false) AS is_begun,
    coalesce(decided.has_declined, false) AS has_declined, coalesce(decided.has_staged, false) AS has_staged,
    decided.accepted_at, greatest(c.updated_at, decided.changed_at) AS changed_at
  FROM kyc.customer c
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
      max(reviewed_at) FILTER (WHERE state = 'accepted') AS accepted_at, max(greatest(added_at, sent_at, reviewed_at)) AS changed_at
    FROM kyc.item WHERE account_id = c.account_id AND state <> 'replaced') decided ON true;

-- Whoever waits for a reviewer, found by the index above.
CREATE VIEW kyc.waiting_person AS
  SELECT account_id, min(sent_at) AS since FROM kyc.item WHERE state = 'pending' GROUP BY account_id;
