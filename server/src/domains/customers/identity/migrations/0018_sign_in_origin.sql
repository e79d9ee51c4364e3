-- Where customers entered from, for rules about them (module monitoring). The key of a browser is that of its cookie: the same in every account.
CREATE VIEW identity.sign_in_origin AS
  SELECT sign_in.id, sign_in.account_id, at, ip, network, country, vouched, denied_at, key_hash AS device_key,
    'ROLE_USER' = ANY(authorities) AS is_customer
  FROM identity.sign_in JOIN identity.account ON account.id = sign_in.account_id LEFT JOIN identity.device ON device.id = device_id
  WHERE result = 'entered';
CREATE INDEX sign_in_network ON identity.sign_in (network, at) WHERE result = 'entered';
CREATE INDEX device_browser ON identity.device (key_hash);
CREATE INDEX sign_in_device ON identity.sign_in (device_id, at) WHERE result = 'entered';
