CREATE SCHEMA configuration;

-- What two officers decided about a set of numbers and lists, from a moment on. Insert only. The first version of each set came with the product
-- and has no row. In force is the highest version that has begun: a later one replaces what had not begun before it.
CREATE TABLE configuration.version (
  set_name   text NOT NULL,
  version    integer NOT NULL CHECK (version > 1),
  -- text of digits by name, in the unit that the catalogue says
  numbers    jsonb NOT NULL,
  -- codes by list
  lists      jsonb NOT NULL,
  from_at    timestamptz NOT NULL,
  decided_at timestamptz NOT NULL,
  maker_id   uuid NOT NULL,
  checker_id uuid NOT NULL,
  reason     text NOT NULL,
  -- HMAC over all of it, by the process that executed the decision: whoever only writes to the database makes none
  seal       text NOT NULL,
  CHECK (from_at >= decided_at AND maker_id <> checker_id),
  PRIMARY KEY (set_name, version)
);
