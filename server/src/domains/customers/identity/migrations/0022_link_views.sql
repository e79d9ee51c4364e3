-- Link analysis of people (module reports): since when a browser is known, and who else entered from a network, each account once by an index.
CREATE OR REPLACE VIEW identity.customer_device AS
  SELECT device.id, account_id, key_hash AS device_key, system, browser, first_seen_at, last_seen_at,
    (SELECT count(*)::integer FROM identity.sign_in WHERE device_id = device.id AND result = 'entered') AS sign_ins
  FROM identity.device JOIN identity.account ON account.id = account_id WHERE 'ROLE_USER' = ANY(authorities);
CREATE INDEX sign_in_network_account ON identity.sign_in (network, account_id, at) WHERE result = 'entered';
CREATE INDEX device_of_account ON identity.device (account_id, last_seen_at);
