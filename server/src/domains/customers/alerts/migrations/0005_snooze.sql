-- An open alert that an officer postponed: it stays open, comes back on its day, and at once when something new is found.
ALTER TABLE alerts.episode
  ADD COLUMN snoozed_until timestamptz,
  ADD COLUMN snoozed_by    uuid,
  ADD COLUMN snooze_reason text,
  ADD CONSTRAINT episode_snooze_whole CHECK (num_nonnulls(snoozed_until, snoozed_by, snooze_reason) IN (0, 3)),
  -- Listas and PEP never are, whoever asks
  ADD CONSTRAINT episode_snooze_allowed CHECK (snoozed_until IS NULL OR (state = 'open' AND kind NOT IN (2, 3)));
CREATE INDEX episode_snoozed ON alerts.episode (snoozed_until) WHERE snoozed_until IS NOT NULL;
