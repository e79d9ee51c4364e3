-- Where customers entered from, for rules about them (module monitoring). The key of a browser is that of its cookie: the same in every account.
CREATE OR REPLACE VIEW identity.sign_in_origin AS
  SELECT sign_in.id, sign_in.account_id, at, ip, network, country, vouched, denied_at, key_hash AS device_key,
    'ROLE_USER' = ANY(authorities) AS is_customer, confirmed_at, place, latitude::float8 AS latitude, longitude::float8 AS longitude
  FROM identity.sign_in JOIN identity.account ON account.id = sign_in.account_id LEFT JOIN identity.device ON device.id = device_id
  WHERE result = 'entered';
