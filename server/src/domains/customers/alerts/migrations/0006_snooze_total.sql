-- Since when it is postponed, once or again and again, without that anything new was found: 30 days in all. Null: not since the last finding.
ALTER TABLE alerts.episode ADD COLUMN first_snoozed_at timestamptz;
UPDATE alerts.episode SET first_snoozed_at = snoozed_until - interval '720 hours' WHERE snoozed_until IS NOT NULL;
ALTER TABLE alerts.episode ADD CONSTRAINT episode_snooze_total
  CHECK (snoozed_until IS NULL OR (first_snoozed_at IS NOT NULL AND snoozed_until <= first_snoozed_at + interval '720 hours'));
