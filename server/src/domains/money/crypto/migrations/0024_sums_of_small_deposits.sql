-- Which small deposits were added up already, so that dust is not read again each second: the minimum that their sum did not reach. Null: not yet.
ALTER TABLE crypto.deposit ADD COLUMN too_few_for numeric(78,0);
CREATE INDEX deposit_to_sum ON crypto.deposit (id) WHERE state = 'BELOW_MINIMUM' AND NOT is_summed AND too_few_for IS NULL;
