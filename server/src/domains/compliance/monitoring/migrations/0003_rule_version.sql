-- What two officers decided about a rule: its mode and its numbers, from a moment on. Insert only. The first version of each came with the
-- product and has no row. In force is the highest version that has begun: a later one replaces what had not begun before it.
CREATE TABLE monitoring.rule_version (
  rule       text NOT NULL,
  version    integer NOT NULL CHECK (version > 1),
  -- test: findings are written down and no alert is raised
  mode       text NOT NULL CHECK (mode IN ('active', 'test', 'off')),
  -- text of digits by name, in the unit that the catalogue says
  numbers    jsonb NOT NULL,
  from_at    timestamptz NOT NULL,
  decided_at timestamptz NOT NULL,
  maker_id   uuid NOT NULL,
  checker_id uuid NOT NULL,
  reason     text NOT NULL,
  CHECK (from_at >= decided_at AND maker_id <> checker_id),
  PRIMARY KEY (rule, version)
);
