-- A key that was destroyed leaves its row: what it sealed reads as nothing, also once there is another key, while bytes that were altered
-- are an error for everybody else.
ALTER TABLE platform.file_key ALTER COLUMN sealed DROP NOT NULL, ADD COLUMN destroyed_at timestamptz,
  ADD CHECK (sealed IS NOT NULL OR destroyed_at IS NOT NULL);

DO $$
BEGIN
  IF to_regclass('retention.forgotten') IS NOT NULL THEN
    INSERT INTO platform.file_key (owner_id, created_at, destroyed_at)
      SELECT account_id, max(forgotten_at), max(forgotten_at) FROM retention.forgotten GROUP BY account_id
      ON CONFLICT (owner_id) DO UPDATE SET destroyed_at = EXCLUDED.destroyed_at;
  END IF;
END
$$;
