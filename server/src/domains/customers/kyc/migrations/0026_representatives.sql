-- Whom the papers of a company name, as officers read them: who represents it and who owns it in the end (SAGRILAFT; RUB). Each list replaces
-- the one before as a whole, which stays. Insert only; what it says goes with the key of the company's files.
CREATE TABLE kyc.representative_list (
  id              uuid PRIMARY KEY,
  account_id      uuid NOT NULL,
  version         integer NOT NULL CHECK (version > 0),
  -- a line of the contract's Representative each, in the order in which they were written
  people          jsonb NOT NULL CHECK (jsonb_typeof(people) = 'array'),
  -- why no final owner can be found; empty: there are some
  no_owner_reason text NOT NULL,
  written_by      uuid NOT NULL,
  written_at      timestamptz NOT NULL,
  UNIQUE (account_id, version),
  CHECK (written_by <> account_id)
);

-- The one change of a list there is: it is emptied when its company is forgotten.
CREATE FUNCTION kyc.representative_list_is_only_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.people <> '[]' OR NEW.no_owner_reason <> '' THEN
    RAISE EXCEPTION 'permission denied: a list of representatives is written once';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER representative_list_is_only_emptied BEFORE UPDATE ON kyc.representative_list
  FOR EACH ROW EXECUTE FUNCTION kyc.representative_list_is_only_emptied();

-- Companies that were accepted, and when last. While what they sent in a renewal waits they still are.
CREATE VIEW kyc.accepted_company AS
  SELECT done.account_id, done.accepted_at FROM kyc.accepted_form AS done
  WHERE done.form = 'legal-1' AND done.accepted_at IS NOT NULL
    AND (EXISTS (SELECT 1 FROM kyc.item WHERE item.account_id = done.account_id AND item.form = 'legal-1' AND item.slot = 'fields'
        AND item.state = 'accepted')
      OR EXISTS (SELECT 1 FROM kyc.accepted_before AS before WHERE before.account_id = done.account_id AND before.form = 'legal-1'));

-- Those that count, of each company: the newest one. Of a company that was accepted also each one from that by which it was accepted on:
-- one officer writes a list, and takes nobody out by it until the company is accepted again.
CREATE VIEW kyc.representative_report AS
  SELECT account_id, version, people FROM kyc.representative_list AS list
  WHERE NOT EXISTS (SELECT 1 FROM kyc.representative_list later WHERE later.account_id = list.account_id AND later.version > list.version
    AND later.written_at <= coalesce(
      (SELECT accepted_at FROM kyc.accepted_company AS company WHERE company.account_id = list.account_id), 'infinity'));

-- Rules about customers (module monitoring) and link analysis (module reports) find representatives and owners as they find partners.
CREATE FUNCTION kyc.people_keys(people jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT DISTINCT key FROM (SELECT kyc.document_key(one ->> 'documentNumber') AS key FROM jsonb_array_elements(people) AS one) AS keys
    WHERE key IS NOT NULL ORDER BY key)
$$;
CREATE FUNCTION kyc.people_words(people jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT ARRAY(SELECT DISTINCT word FROM jsonb_array_elements(people) AS one, unnest(kyc.name_words(one ->> 'name')) AS word ORDER BY word)
$$;
CREATE INDEX representative_keys ON kyc.representative_list USING gin (kyc.people_keys(people));
CREATE INDEX representative_words ON kyc.representative_list USING gin (kyc.people_words(people));

-- A company has up to two rows: what it declared, and whom officers read on its papers.
CREATE OR REPLACE VIEW kyc.company_report AS
  SELECT account_id, facts ->> 'legalName' AS name, facts -> 'shareholders' AS shareholders, kyc.partner_keys(facts) AS partner_keys,
    kyc.partner_words(facts) AS partner_words FROM kyc.item
  WHERE form = 'legal-1' AND slot = 'fields' AND state IN ('pending', 'accepted', 'declined')
  UNION ALL
  SELECT list.account_id,
    (SELECT facts ->> 'legalName' FROM kyc.item WHERE item.account_id = list.account_id AND form = 'legal-1' AND slot = 'fields'
      AND state IN ('pending', 'accepted', 'declined') ORDER BY added_at DESC LIMIT 1),
    (SELECT coalesce(jsonb_agg(jsonb_build_object('name', one ->> 'name', 'identification', one ->> 'documentNumber',
      'nationality', one ->> 'nationality')), '[]') FROM jsonb_array_elements(people) AS one),
    kyc.people_keys(people), kyc.people_words(people)
  FROM kyc.representative_list AS list
  WHERE NOT EXISTS (SELECT 1 FROM kyc.representative_list later WHERE later.account_id = list.account_id AND later.version > list.version);

-- The nationality of whoever represents or owns a company counts as that of a shareholder; of each list that counts, as with fields.
CREATE OR REPLACE VIEW kyc.risk_profile AS
  SELECT account_id, (facts ->> 'economicActivityID')::integer AS activity_id,
    CASE WHEN form = 'legal-1' THEN facts ->> 'jurisdictionCountry'
      WHEN facts ->> 'livesInColombia' = 'true' THEN 'CO' ELSE facts ->> 'outsideCountry' END AS country,
    ARRAY(SELECT shareholder ->> 'nationality' FROM jsonb_array_elements(facts -> 'shareholders') AS shareholder) AS shareholder_countries
  FROM (SELECT account_id, form, facts FROM kyc.item WHERE slot = 'fields' AND state IN ('pending', 'accepted')
    UNION ALL SELECT account_id, form, facts FROM kyc.accepted_before) AS counted
  WHERE form IN ('natural-2', 'legal-1')
  UNION ALL
  SELECT account_id, NULL, NULL, ARRAY(SELECT one ->> 'nationality' FROM jsonb_array_elements(people) AS one)
  FROM kyc.representative_report;

-- A company's copy of its data tells whom officers read on its papers, and not why one of them found no owner.
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
  FROM kyc.renewal
  UNION ALL
  SELECT account_id, 'representatives', written_at, jsonb_build_object('version', version, 'people', people, 'writtenAt', written_at)
  FROM kyc.representative_list;
