-- Tax residence as a person or company certifies it (CARF): countries, and of each the tax identification number or the reason why there is
-- none. A changed one is a new version. Insert only; what it says goes with the key of the person's files.
-- compatible: the version before does not read or write this table
CREATE TABLE kyc.tax_certification (
  id                uuid PRIMARY KEY,
  account_id        uuid NOT NULL,
  version           integer NOT NULL CHECK (version > 0),
  -- a line of the contract's TaxResidence each, in the order in which they were certified
  residences        jsonb NOT NULL CHECK (jsonb_typeof(residences) = 'array'),
  -- version of the accepted statement, whose texts are with the phrases of the screens
  statement_version integer NOT NULL CHECK (statement_version > 0),
  certified_at      timestamptz NOT NULL,
  UNIQUE (account_id, version)
);

-- The one change of a certification there is: it is emptied when the data of its person is erased.
CREATE FUNCTION kyc.tax_certification_is_only_emptied() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.residences <> '[]' THEN
    RAISE EXCEPTION 'permission denied: a certification of tax residence is written once';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER tax_certification_is_only_emptied BEFORE UPDATE ON kyc.tax_certification
  FOR EACH ROW EXECUTE FUNCTION kyc.tax_certification_is_only_emptied();
