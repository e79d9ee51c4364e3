-- Occupation and economic activity as a natural person sent them, each time, for rules about customers (module monitoring).
CREATE VIEW kyc.declared_profile AS
  SELECT account_id, (facts ->> 'occupationID')::integer AS occupation_id, (facts ->> 'economicActivityID')::integer AS activity_id, sent_at
  FROM kyc.item WHERE slot = 'fields' AND form = 'natural-2' AND sent_at IS NOT NULL;
