-- What the risk of a customer is worked out from (module risk): economic activity, where the person lives or the company is registered, and
-- the nationalities of its shareholders, as they were last declared.
CREATE VIEW kyc.risk_profile AS
  SELECT account_id, (facts ->> 'economicActivityID')::integer AS activity_id,
    CASE WHEN form = 'legal-1' THEN facts ->> 'jurisdictionCountry'
      WHEN facts ->> 'livesInColombia' = 'true' THEN 'CO' ELSE facts ->> 'outsideCountry' END AS country,
    ARRAY(SELECT shareholder ->> 'nationality' FROM jsonb_array_elements(facts -> 'shareholders') AS shareholder) AS shareholder_countries
  FROM kyc.item WHERE slot = 'fields' AND form IN ('natural-2', 'legal-1') AND state IN ('pending', 'accepted');
