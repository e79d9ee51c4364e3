-- A removed bank account stays removed: a row that is opened again would be paid without the wait and the mail of a new account (SEC-76).
CREATE FUNCTION payments.bank_account_stays_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'permission denied: a bank account is removed once';
END
$$;
-- compatible: the version before sets the time of a removal once, and changes no removed account
CREATE TRIGGER bank_account_stays_removed BEFORE UPDATE ON payments.bank_account
  FOR EACH ROW WHEN (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS DISTINCT FROM OLD.deleted_at)
  EXECUTE FUNCTION payments.bank_account_stays_removed();
