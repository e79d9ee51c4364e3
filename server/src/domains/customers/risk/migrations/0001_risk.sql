CREATE SCHEMA risk;

-- Where a person stands. Without a row: low, and nobody has looked. Null: nobody has said.
CREATE TABLE risk.standing (
  account_id uuid PRIMARY KEY,
  level      text CHECK (level IN ('low', 'medium', 'high')),
  is_pep     boolean,
  is_listed  boolean,
  allow      boolean NOT NULL DEFAULT false,
  -- What counts, of the three before: kept, so that a payment and a list read it and do not work it out.
  risk       text NOT NULL DEFAULT 'low' CHECK (risk IN ('low', 'medium', 'high')),
  -- An approval stands on the version that its maker saw.
  version    integer NOT NULL DEFAULT 0,
  updated_at timestamptz NOT NULL
);

-- Every change with its reason. Insert only.
CREATE TABLE risk.change (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  action     text NOT NULL CHECK (action IN ('level', 'pep', 'list', 'allow')),
  before     text NOT NULL,
  after      text NOT NULL,
  -- null: a rule
  officer_id uuid,
  second_id  uuid,
  reason     text NOT NULL,
  at         timestamptz NOT NULL
);
CREATE INDEX change_account ON risk.change (account_id, id DESC);
