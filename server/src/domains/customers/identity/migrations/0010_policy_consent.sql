-- People whom the operator made before consents were kept for them, as sign-ups always did.
INSERT INTO identity.consent (account_id, terms_version, data_policy_version, accepted_at, ip)
  SELECT id, '2026-01', '2026-01', activated_at, '127.0.0.1' FROM identity.account
  WHERE activated_at IS NOT NULL AND NOT EXISTS (SELECT 1 FROM identity.consent WHERE account_id = account.id);

-- Who was told of which new text. Insert only.
CREATE TABLE identity.policy_announcement (
  account_id uuid NOT NULL REFERENCES identity.account,
  policy     text NOT NULL,
  version    text NOT NULL,
  told_at    timestamptz NOT NULL,
  PRIMARY KEY (account_id, policy, version)
);
