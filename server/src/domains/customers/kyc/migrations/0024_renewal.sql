-- What a verified person has to send again, and until when: a form, or the survey. Level, limits and dossier stay until it is accepted.
CREATE TABLE kyc.renewal (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL,
  -- a form, or `survey`
  subject      text NOT NULL,
  state        text NOT NULL CHECK (state IN ('open', 'done', 'dropped')),
  why          text NOT NULL CHECK (why IN ('requested', 'aged', 'document_expired')),
  -- of the officer, for officers
  reason       text,
  requested_by uuid,
  requested_at timestamptz NOT NULL,
  due_at       timestamptz NOT NULL,
  closed_at    timestamptz,
  CHECK ((why = 'requested') = (requested_by IS NOT NULL)),
  CHECK ((state = 'open') = (closed_at IS NULL))
);
CREATE UNIQUE INDEX renewal_open ON kyc.renewal (account_id, subject) WHERE state = 'open';
CREATE INDEX renewal_account ON kyc.renewal (account_id, requested_at);

-- When each thing that was accepted of a verified level was accepted, and when the survey was answered.
CREATE VIEW kyc.accepted_data AS
  SELECT item.account_id, item.form AS subject, max(item.reviewed_at) AS accepted_at
  FROM kyc.item JOIN kyc.customer c ON c.account_id = item.account_id
  WHERE item.state = 'accepted'
    AND right(item.form, 1)::integer <= CASE WHEN c.is_verified OR c.current_level = 0 THEN c.current_level ELSE c.current_level - 1 END
  GROUP BY item.account_id, item.form
  UNION ALL
  SELECT account_id, 'survey', max(answered_at) FROM kyc.survey GROUP BY account_id;

CREATE VIEW kyc.open_renewal AS SELECT account_id, subject, why, requested_at, due_at FROM kyc.renewal WHERE state = 'open';

-- Whoever has an open renewal has something to send again; and what was accepted is as old as the oldest form of the verified levels.
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
    SELECT min(at) AS at FROM (
      SELECT max(reviewed_at) AS at FROM kyc.item
      WHERE account_id = c.account_id AND state = 'accepted' AND right(form, 1)::integer <= done.verified_level GROUP BY form) forms) accepted ON true;

-- A renewed document was perhaps not read by the device of the person: what was read of the one before it says nothing about it.
CREATE OR REPLACE VIEW kyc.document_expiry AS
  SELECT evidence.account_id, evidence.id, read ->> 'expiryDate' AS expires_on, evidence.at, item.id AS item_id
  FROM kyc.evidence JOIN kyc.item ON item.account_id = evidence.account_id AND item.form = 'natural-1' AND item.slot = 'frontal'
    AND item.state = 'accepted'
  WHERE evidence.form = 'natural-1' AND read ->> 'expiryDate' ~ '^\d{4}-\d{2}-\d{2}$'
    AND NOT EXISTS (SELECT 1 FROM kyc.renewal WHERE renewal.account_id = evidence.account_id AND renewal.subject = 'natural-1'
      AND renewal.state <> 'open' AND renewal.requested_at >= evidence.at);
CREATE INDEX evidence_expiry ON kyc.evidence ((read ->> 'expiryDate')) WHERE form = 'natural-1' AND read ->> 'expiryDate' ~ '^\d{4}-\d{2}-\d{2}$';

-- While what was sent in a renewal is declined, what was accepted before it still holds.
CREATE OR REPLACE VIEW kyc.risk_profile AS
  SELECT account_id, (facts ->> 'economicActivityID')::integer AS activity_id,
    CASE WHEN form = 'legal-1' THEN facts ->> 'jurisdictionCountry'
      WHEN facts ->> 'livesInColombia' = 'true' THEN 'CO' ELSE facts ->> 'outsideCountry' END AS country,
    ARRAY(SELECT shareholder ->> 'nationality' FROM jsonb_array_elements(facts -> 'shareholders') AS shareholder) AS shareholder_countries
  FROM kyc.item WHERE slot = 'fields' AND form IN ('natural-2', 'legal-1') AND state IN ('pending', 'accepted')
  UNION ALL
  SELECT renewal.account_id, (facts ->> 'economicActivityID')::integer,
    CASE WHEN subject = 'legal-1' THEN facts ->> 'jurisdictionCountry'
      WHEN facts ->> 'livesInColombia' = 'true' THEN 'CO' ELSE facts ->> 'outsideCountry' END,
    ARRAY(SELECT shareholder ->> 'nationality' FROM jsonb_array_elements(facts -> 'shareholders') AS shareholder)
  FROM kyc.renewal CROSS JOIN LATERAL (
    SELECT item.facts FROM kyc.item WHERE item.account_id = renewal.account_id AND item.form = renewal.subject AND item.slot = 'fields'
      AND item.state = 'replaced' AND item.reviewed_at IS NOT NULL AND item.description IS NULL ORDER BY item.added_at DESC LIMIT 1) AS last
  WHERE renewal.state = 'open' AND renewal.subject IN ('natural-2', 'legal-1') AND EXISTS (
    SELECT 1 FROM kyc.item declined WHERE declined.account_id = renewal.account_id AND declined.form = renewal.subject
      AND declined.slot = 'fields' AND declined.state = 'declined');

-- A person's copy of their data tells what was asked for, and not why an officer did.
CREATE OR REPLACE VIEW kyc.personal_data AS
  SELECT account_id, 'verification' AS section, updated_at AS at,
    jsonb_build_object('personType', person_type, 'currentLevel', current_level, 'isVerified', is_verified, 'updatedAt', updated_at) AS entry
  FROM kyc.customer
  UNION ALL
  SELECT account_id, 'dossier', updated_at,
    jsonb_build_object('personType', person_type, 'fullName', full_name, 'documentType', document_type, 'documentNumber', document_number,
      'phone', phone, 'birthDate', birth_date, 'isPep', is_pep, 'country', country, 'address', address, 'updatedAt', updated_at)
  FROM kyc.dossier
  UNION ALL
  SELECT account_id, 'survey', answered_at,
    jsonb_build_object('monthlyBand', response_a, 'yearlyBand', response_b, 'answeredAt', answered_at)
  FROM kyc.survey
  UNION ALL
  SELECT account_id, 'forms', updated_at,
    jsonb_build_object('form', form, 'state', state, 'fields', fields, 'updatedAt', updated_at, 'sentAt', sent_at)
  FROM kyc.form
  UNION ALL
  SELECT account_id, 'documents', added_at,
    jsonb_build_object('form', form, 'slot', slot, 'name', facts -> 'name', 'state', state, 'addedAt', added_at, 'sentAt', sent_at,
      'reviewedAt', reviewed_at, 'description', description)
  FROM kyc.item WHERE file_id IS NOT NULL
  UNION ALL
  SELECT account_id, 'documentReadings', at, jsonb_build_object('form', form, 'source', source, 'read', read, 'at', at)
  FROM kyc.evidence
  UNION ALL
  SELECT account_id, 'levelChanges', changed_at,
    jsonb_build_object('fromLevel', from_level, 'toLevel', to_level, 'isVerified', is_verified, 'reason', reason, 'changedAt', changed_at)
  FROM kyc.level_change
  UNION ALL
  SELECT account_id, 'renewals', requested_at,
    jsonb_build_object('subject', subject, 'why', why, 'state', state, 'requestedAt', requested_at, 'dueAt', due_at, 'closedAt', closed_at)
  FROM kyc.renewal;
