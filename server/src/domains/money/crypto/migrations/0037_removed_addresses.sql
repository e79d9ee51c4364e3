-- A removed address stays removed: a row that is opened again would be used without the wait and the mail of a new address (SEC-76).
CREATE FUNCTION crypto.saved_address_stays_removed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'permission denied: an address is removed once';
END
$$;
-- compatible: the version before sets the time of a removal once, and changes no removed address
CREATE TRIGGER saved_address_stays_removed BEFORE UPDATE ON crypto.saved_address
  FOR EACH ROW WHEN (OLD.deleted_at IS NOT NULL AND NEW.deleted_at IS DISTINCT FROM OLD.deleted_at)
  EXECUTE FUNCTION crypto.saved_address_stays_removed();
