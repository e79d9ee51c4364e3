-- When each address is looked at again, also by a process that was killed meanwhile; and since when no look came to a good end (null: the last one did).
ALTER TABLE screening.list_fetch
  ADD COLUMN again_at timestamptz NOT NULL DEFAULT '-infinity',
  ADD COLUMN failing_since timestamptz;
UPDATE screening.list_fetch SET
  again_at = tried_at + CASE WHEN problem IS NULL THEN interval '23 hours' ELSE interval '1 hour' END,
  failing_since = CASE WHEN problem IS NOT NULL THEN tried_at END;
