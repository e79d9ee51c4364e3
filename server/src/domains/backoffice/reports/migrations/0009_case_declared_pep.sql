-- What the person said of themselves is in the form before anybody verified it; rows of older calls have it as text.
CREATE OR REPLACE VIEW reports.case_person AS
  SELECT account.id AS account_id, account.email, account.state, account.created_at, account.activated_at, account.closed_at,
    coalesce(customer.person_type, 'natural') AS person_type, coalesce(customer.current_level, 0) AS current_level,
    CASE WHEN customer.is_verified THEN customer.current_level ELSE greatest(coalesce(customer.current_level, 0) - 1, 0) END AS verified_level,
    coalesce(dossier.full_name, declared.name) AS name, dossier.document_type, coalesce(dossier.document_number, declared.number) AS
    document_number, dossier.birth_date, dossier.country, dossier.address, coalesce(dossier.is_pep, declared.is_pep) AS declared_pep,
    coalesce(standing.risk, 'low') AS risk, standing.level AS risk_level, standing.is_pep, standing.is_listed,
    coalesce(standing.allow, false) AS allow, subject.screened_at, subject.versions AS screened_versions
  FROM identity.account
    LEFT JOIN kyc.customer ON customer.account_id = account.id
    LEFT JOIN kyc.dossier ON dossier.account_id = account.id
    LEFT JOIN risk.standing ON standing.account_id = account.id
    LEFT JOIN screening.subject ON subject.account_id = account.id
    LEFT JOIN LATERAL (SELECT coalesce(facts ->> 'fullName', facts ->> 'legalName') AS name,
        coalesce(facts ->> 'identificationNumber', facts ->> 'nit') AS number,
        CASE facts ->> 'peps' WHEN 'true' THEN true WHEN 'false' THEN false END AS is_pep
      FROM kyc.item WHERE item.account_id = account.id AND slot = 'fields' AND form IN ('natural-1', 'legal-1') AND state <> 'staged'
      ORDER BY sent_at DESC LIMIT 1) declared ON true;
