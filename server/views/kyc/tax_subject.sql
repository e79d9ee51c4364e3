-- What the yearly report of crypto-assets (module regulatory) says about a person or company besides the dossier: from the accepted form
-- with the address, and during a renewal from the one accepted before it. A city of Colombia is a number of the list, another one a text.
-- Residences are those of the newest certification; null without one. The country is that of the address, and the last column that of
-- residence without a certification: a company of another country may have its office in a city of Colombia.
CREATE OR REPLACE VIEW kyc.tax_subject AS
  SELECT dossier.account_id, to_char(dossier.birth_date, 'YYYY-MM-DD') AS birth_date,
    CASE WHEN home.form = 'legal-1' AND facts ->> 'cityID' IS NOT NULL THEN 'CO'
      WHEN home.form = 'legal-1' THEN facts ->> 'jurisdictionCountry'
      WHEN facts ->> 'livesInColombia' = 'true' THEN 'CO' ELSE facts ->> 'outsideCountry' END AS country,
    coalesce(facts ->> 'homeAddress', facts ->> 'mainAddress') AS address,
    (facts ->> 'cityID')::integer AS city_id, facts ->> 'outsideCity' AS city,
    (SELECT residences FROM kyc.tax_certification AS certified WHERE certified.account_id = dossier.account_id
      ORDER BY version DESC LIMIT 1) AS residences,
    CASE WHEN home.form = 'legal-1' THEN facts ->> 'jurisdictionCountry'
      WHEN facts ->> 'livesInColombia' = 'true' THEN 'CO' ELSE facts ->> 'outsideCountry' END AS residence_country
  FROM kyc.dossier LEFT JOIN LATERAL (
    SELECT form, facts FROM kyc.item
    WHERE item.account_id = dossier.account_id AND slot = 'fields' AND form IN ('natural-2', 'legal-1')
      AND (state = 'accepted' OR (state = 'replaced' AND reviewed_at IS NOT NULL AND description IS NULL))
    ORDER BY state = 'accepted' DESC, added_at DESC LIMIT 1) AS home ON true;
