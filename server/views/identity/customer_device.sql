-- Whose browser it is, for the black list. One that its person forgot is still the same browser.
-- Link analysis of people (module reports): since when a browser is known, and who else entered from a network, each account once by an index.
CREATE OR REPLACE VIEW identity.customer_device AS
  SELECT device.id, account_id, key_hash AS device_key, system, browser, first_seen_at, last_seen_at,
    (SELECT count(*)::integer FROM identity.sign_in WHERE device_id = device.id AND result = 'entered') AS sign_ins
  FROM identity.device JOIN identity.account ON account.id = account_id WHERE 'ROLE_USER' = ANY(authorities);
