-- Terms and data policy have versions of their own (Ley 1581). Until now one version named both.
ALTER TABLE identity.activation ADD COLUMN data_policy_version text;
UPDATE identity.activation SET data_policy_version = terms_version;
ALTER TABLE identity.activation ALTER COLUMN data_policy_version SET NOT NULL;

ALTER TABLE identity.consent ADD COLUMN data_policy_version text;
UPDATE identity.consent SET data_policy_version = terms_version;
ALTER TABLE identity.consent ALTER COLUMN data_policy_version SET NOT NULL;
ALTER TABLE identity.consent DROP CONSTRAINT consent_pkey;
ALTER TABLE identity.consent ADD PRIMARY KEY (account_id, terms_version, data_policy_version);

-- What was begun with an older password is not ended with it.
ALTER TABLE identity.account ADD COLUMN password_changed_at timestamptz;
