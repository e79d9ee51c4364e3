-- A row of somebody else takes nobody's place: a day may have any number of rows, each with its assets, and the one that carries our seal counts.
ALTER TABLE reconciliation.closing_asset
  DROP CONSTRAINT closing_asset_day_fkey,
  DROP CONSTRAINT closing_asset_pkey,
  ADD COLUMN seal text;
UPDATE reconciliation.closing_asset AS asset SET seal = closing.seal FROM reconciliation.closing AS closing WHERE closing.day = asset.day;
ALTER TABLE reconciliation.closing DROP CONSTRAINT closing_pkey, ADD PRIMARY KEY (day, seal);
ALTER TABLE reconciliation.closing_asset
  ALTER COLUMN seal SET NOT NULL,
  ADD PRIMARY KEY (day, seal, asset),
  ADD FOREIGN KEY (day, seal) REFERENCES reconciliation.closing (day, seal);

-- Nor can what no closing ever has be put there, which would stop whoever reads it. Not valid: what stands there already must not stop an upgrade.
ALTER TABLE reconciliation.closing
  ADD CHECK (day ~ '^\d{4}-\d{2}-\d{2}$' AND day::date IS NOT NULL) NOT VALID,
  ADD CHECK (hash ~ '^[0-9a-f]{64}$' AND root ~ '^[0-9a-f]{64}$') NOT VALID,
  ADD CHECK (closed_at >= '2000-01-01Z' AND closed_at < '9999-01-01Z') NOT VALID;
ALTER TABLE reconciliation.closing_asset
  ADD CHECK (liabilities <> 'NaN' AND held <> 'NaN') NOT VALID,
  ADD CHECK (compared_at >= '2000-01-01Z' AND compared_at < '9999-01-01Z') NOT VALID;
ALTER TABLE reconciliation.day_holding
  ADD CHECK (held <> 'NaN') NOT VALID,
  ADD CHECK (compared_at >= '2000-01-01Z' AND compared_at < '9999-01-01Z') NOT VALID;
