-- Of an alert that an officer closed, whether there was something in it: what tells a rule that works from one that wastes time. Null: nobody said.
ALTER TABLE alerts.episode ADD COLUMN verdict text CHECK (verdict IN ('confirmed', 'false_alarm'));
CREATE INDEX episode_closed_at ON alerts.episode (closed_at) WHERE state = 'closed';
CREATE INDEX episode_open_kind ON alerts.episode (kind) WHERE state = 'open';

-- What rules brought, and how it ended (module monitoring).
CREATE OR REPLACE VIEW alerts.episode_report AS
  SELECT account_id, kind, type_id, state, opened_by IS NULL AS is_by_rule, closed_at, closed_by IS NOT NULL AS is_closed_by_officer, verdict
  FROM alerts.episode;
