CREATE OR REPLACE VIEW identity.user_report AS
  SELECT id, email, authorities, state, created_at,
    (SELECT max(at) FROM identity.sign_in WHERE account_id = account.id AND result = 'entered') AS last_sign_in_at
  FROM identity.account;
