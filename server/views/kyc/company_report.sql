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
