-- Fields that were accepted before a renewal that was sent and is not over: the dossier goes by them until all of the new form is accepted.
-- Before it is sent its form is still accepted, and what was accepted is there as it was.
CREATE VIEW kyc.accepted_before AS
  SELECT renewal.account_id, renewal.subject AS form, last.slot, last.facts
  FROM kyc.renewal JOIN kyc.form ON form.account_id = renewal.account_id AND form.form = renewal.subject AND form.state <> 'accepted'
  CROSS JOIN LATERAL (
    SELECT item.slot, item.facts FROM kyc.item WHERE item.account_id = renewal.account_id AND item.form = renewal.subject
      AND item.slot = 'fields' AND item.state = 'replaced' AND item.reviewed_at IS NOT NULL AND item.description IS NULL
    ORDER BY item.added_at DESC, item.id DESC LIMIT 1) AS last
  WHERE renewal.state = 'open';

-- While a renewal is open both count, what was accepted before it and what was sent in it: nothing that nobody accepted lowers a risk.
CREATE OR REPLACE VIEW kyc.risk_profile AS
  SELECT account_id, (facts ->> 'economicActivityID')::integer AS activity_id,
    CASE WHEN form = 'legal-1' THEN facts ->> 'jurisdictionCountry'
      WHEN facts ->> 'livesInColombia' = 'true' THEN 'CO' ELSE facts ->> 'outsideCountry' END AS country,
    ARRAY(SELECT shareholder ->> 'nationality' FROM jsonb_array_elements(facts -> 'shareholders') AS shareholder) AS shareholder_countries
  FROM (SELECT account_id, form, facts FROM kyc.item WHERE slot = 'fields' AND state IN ('pending', 'accepted')
    UNION ALL SELECT account_id, form, facts FROM kyc.accepted_before) AS counted
  WHERE form IN ('natural-2', 'legal-1');

-- When all of a form was accepted last. A renewal that is open has not been: one item of it that was accepted makes the rest no newer.
CREATE VIEW kyc.accepted_form AS
  SELECT item.account_id, item.form,
    max(item.reviewed_at) FILTER (WHERE CASE WHEN renewal.id IS NULL THEN item.state = 'accepted'
      ELSE item.state IN ('accepted', 'replaced') AND item.description IS NULL AND item.reviewed_at <= renewal.requested_at END) AS accepted_at
  FROM kyc.item LEFT JOIN kyc.renewal ON renewal.account_id = item.account_id AND renewal.subject = item.form AND renewal.state = 'open'
  GROUP BY item.account_id, item.form;

CREATE OR REPLACE VIEW kyc.accepted_data AS
  SELECT done.account_id, done.form AS subject, done.accepted_at
  FROM kyc.accepted_form done JOIN kyc.customer c ON c.account_id = done.account_id
  WHERE done.accepted_at IS NOT NULL
    AND right(done.form, 1)::integer <= CASE WHEN c.is_verified OR c.current_level = 0 THEN c.current_level ELSE c.current_level - 1 END
  UNION ALL
  SELECT account_id, 'survey', max(answered_at) FROM kyc.survey GROUP BY account_id;

CREATE OR REPLACE VIEW kyc.person_state AS
  SELECT c.account_id, c.person_type, c.current_level, c.is_verified, done.verified_level,
    coalesce(d.document_number, sent.document_number) AS document_number,
    waiting.since AS waiting_since, coalesce(waiting.items, 0) AS waiting_items, waiting.forms AS waiting_forms,
    coalesce(waiting.is_begun, false) AS is_begun,
    coalesce(decided.has_declined, false) AS has_declined, coalesce(decided.has_staged, false) AS has_staged,
    accepted.at AS accepted_at, greatest(c.updated_at, decided.changed_at) AS changed_at,
    coalesce(decided.must_renew, false) OR EXISTS (SELECT 1 FROM kyc.renewal WHERE renewal.account_id = c.account_id AND renewal.state = 'open')
      AS must_renew,
    coalesce(d.is_pep, false) AS is_pep
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
      max(greatest(added_at, sent_at, reviewed_at)) AS changed_at
    FROM kyc.item WHERE account_id = c.account_id AND state <> 'replaced') decided ON true
  LEFT JOIN LATERAL (
    SELECT min(accepted_at) AS at FROM kyc.accepted_form
    WHERE account_id = c.account_id AND right(form, 1)::integer <= done.verified_level) accepted ON true;
