-- For officers: the customer's device of a sign-in, so that it can be put on the black list.
CREATE OR REPLACE VIEW identity.sign_in_report AS
  SELECT sign_in.id, sign_in.account_id, at, sign_in.ip, place, country, system, device_kind, browser, search_text, result, session_id,
    LEAST(session.expires_at, session.active_at + interval '30 minutes', session.ended_at) AS session_over_at,
    CASE WHEN 'ROLE_USER' = ANY(authorities) THEN device_id END AS device_id
  FROM identity.sign_in LEFT JOIN identity.session ON session.id = session_id LEFT JOIN identity.account ON account.id = sign_in.account_id;

-- Whose browser it is, for the black list. One that its person forgot is still the same browser.
CREATE VIEW identity.customer_device AS
  SELECT device.id, account_id, key_hash AS device_key, system, browser
  FROM identity.device JOIN identity.account ON account.id = account_id WHERE 'ROLE_USER' = ANY(authorities);
