-- What the person answered to the mail about a sign-in is more than that its browser is known; and where its city is, to a tenth of a degree.
ALTER TABLE identity.sign_in
  ADD COLUMN confirmed_at timestamptz,
  ADD COLUMN latitude     numeric(3, 1) CHECK (latitude BETWEEN -90 AND 90),
  ADD COLUMN longitude    numeric(4, 1) CHECK (longitude BETWEEN -180 AND 180),
  ADD CONSTRAINT sign_in_place_whole CHECK (num_nonnulls(latitude, longitude) <> 1),
  ADD CONSTRAINT sign_in_one_answer CHECK (num_nonnulls(confirmed_at, denied_at) < 2);

CREATE OR REPLACE VIEW identity.sign_in_origin AS
  SELECT sign_in.id, sign_in.account_id, at, ip, network, country, vouched, denied_at, key_hash AS device_key,
    'ROLE_USER' = ANY(authorities) AS is_customer, confirmed_at, place, latitude::float8 AS latitude, longitude::float8 AS longitude
  FROM identity.sign_in JOIN identity.account ON account.id = sign_in.account_id LEFT JOIN identity.device ON device.id = device_id
  WHERE result = 'entered';
