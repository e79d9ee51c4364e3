-- Another role that may insert could occupy the key of a claim and block its decision: any number of rows now, of which those with our seal count.
ALTER TABLE crypto.claim_decision ADD COLUMN id uuid NOT NULL DEFAULT gen_random_uuid();
ALTER TABLE crypto.claim_decision ALTER COLUMN id DROP DEFAULT;
ALTER TABLE crypto.claim_decision DROP CONSTRAINT claim_decision_pkey;
ALTER TABLE crypto.claim_decision ADD PRIMARY KEY (id);
CREATE INDEX claim_decision_of ON crypto.claim_decision (withdrawal_id, claim, id);

-- The same for decisions about deposits, which are read by pages too.
DROP INDEX crypto.deposit_decision_newest;
CREATE INDEX deposit_decision_of ON crypto.deposit_decision (deposit_id, id);
