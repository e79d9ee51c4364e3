-- What the risk of a customer is worked out from (module risk): economic activity, where the person lives or the company is registered, and
-- the nationalities of its shareholders, as they were last declared.
-- While what was sent in a renewal is declined, what was accepted before it still holds.
-- While a renewal is open both count, what was accepted before it and what was sent in it: nothing that nobody accepted lowers a risk.
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
