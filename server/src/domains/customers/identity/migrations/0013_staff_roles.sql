-- What an officer may do inside ROLE_ADMIN: the permissions of these roles (contract/src/permissions.ts). Who had a role when, and by
-- whom, stands in the audit trail; here is what holds now.
CREATE TABLE identity.staff_role (
  account_id uuid NOT NULL REFERENCES identity.account,
  role       text NOT NULL,
  -- null: with the account, or by the system
  granted_by uuid REFERENCES identity.account,
  granted_at timestamptz NOT NULL,
  PRIMARY KEY (account_id, role)
);

-- Officers of before keep what they could do.
INSERT INTO identity.staff_role (account_id, role, granted_by, granted_at)
  SELECT id, 'compliance_officer', NULL, now() FROM identity.account WHERE 'ROLE_ADMIN' = ANY(authorities);
