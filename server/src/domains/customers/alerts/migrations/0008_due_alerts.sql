-- Open alerts that are near their end, or past it, found without reading all of them (module deadlines).
CREATE INDEX episode_due ON alerts.episode (severity, due_at) WHERE state = 'open' AND snoozed_until IS NULL;
