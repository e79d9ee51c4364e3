-- The level by floors and points (docs/decisions/0048-risk-by-floors-and-points.md). `level` becomes an officer's own word, with an end.
ALTER TABLE risk.standing
  ADD COLUMN level_until     timestamptz,
  -- Two officers agreed on it: then it also holds below what the points say.
  ADD COLUMN is_level_agreed boolean NOT NULL DEFAULT false,
  -- The highest floor other than those of is_listed and is_pep, and the level of the points, as they were last worked out.
  ADD COLUMN floor           text NOT NULL DEFAULT 'low' CHECK (floor IN ('low', 'medium', 'high')),
  ADD COLUMN points_level    text NOT NULL DEFAULT 'low' CHECK (points_level IN ('low', 'medium', 'high'));

-- What a rule raised holds as a floor until its cause is looked at, which the first run does; what an officer registered holds for a year.
WITH last AS (
  SELECT DISTINCT ON (account_id) account_id, officer_id, second_id FROM risk.change WHERE action = 'level' ORDER BY account_id, id DESC)
UPDATE risk.standing SET
  floor = CASE WHEN last.officer_id IS NULL THEN level ELSE 'low' END,
  is_level_agreed = last.second_id IS NOT NULL,
  level_until = CASE WHEN last.officer_id IS NOT NULL THEN now() + interval '12 months' END,
  level = CASE WHEN last.officer_id IS NOT NULL THEN level END
FROM last WHERE last.account_id = standing.account_id AND level IS NOT NULL;
UPDATE risk.standing SET level_until = now() + interval '12 months' WHERE level IS NOT NULL AND level_until IS NULL;
ALTER TABLE risk.standing ADD CONSTRAINT standing_level_ends CHECK ((level IS NULL) = (level_until IS NULL));
CREATE INDEX standing_level_until ON risk.standing (level_until) WHERE level_until IS NOT NULL;

-- assessed: floors and points changed it; expired: an officer's level came to its end.
ALTER TABLE risk.change DROP CONSTRAINT change_action_check;
ALTER TABLE risk.change
  ADD CONSTRAINT change_action_check CHECK (action IN ('level', 'pep', 'list', 'allow', 'assessed', 'expired')),
  -- What counted before and after it. Null in rows of before that say too little.
  ADD COLUMN risk_before text CHECK (risk_before IN ('low', 'medium', 'high')),
  ADD COLUMN risk_after  text CHECK (risk_after IN ('low', 'medium', 'high')),
  ADD COLUMN until       timestamptz;

-- Of earlier changes what counted is told from those up to it: the highest of level, PEP (medium) and lists (high).
WITH told AS (
  SELECT id, account_id,
    (SELECT after FROM risk.change AS one WHERE one.account_id = change.account_id AND one.action = 'level' AND one.id <= change.id
      ORDER BY one.id DESC LIMIT 1) AS level,
    (SELECT after FROM risk.change AS one WHERE one.account_id = change.account_id AND one.action = 'pep' AND one.id <= change.id
      ORDER BY one.id DESC LIMIT 1) AS pep,
    (SELECT after FROM risk.change AS one WHERE one.account_id = change.account_id AND one.action = 'list' AND one.id <= change.id
      ORDER BY one.id DESC LIMIT 1) AS list
  FROM risk.change),
counted AS (
  SELECT id, account_id, CASE WHEN list = 'yes' OR level = 'high' THEN 'high' WHEN pep = 'yes' OR level = 'medium' THEN 'medium' ELSE 'low' END AS risk
  FROM told)
UPDATE risk.change SET risk_after = counted.risk, risk_before = coalesce((
    SELECT earlier.risk FROM counted AS earlier WHERE earlier.account_id = change.account_id AND earlier.id < change.id
    ORDER BY earlier.id DESC LIMIT 1), 'low')
FROM counted WHERE counted.id = change.id;

-- How the level of a person is made, line by line, as it was last worked out.
CREATE TABLE risk.assessment (
  account_id            uuid PRIMARY KEY,
  configuration_version integer NOT NULL,
  -- [{ cause, level, ref, detail }]
  floors                jsonb NOT NULL,
  -- [{ factor, points, maximum, figures }]
  points                jsonb NOT NULL,
  total                 integer NOT NULL,
  medium_from           integer NOT NULL,
  high_from             integer NOT NULL,
  at                    timestamptz NOT NULL
);

-- Looks at everybody: each night, and when another version of the numbers holds. `after` is how far it is.
CREATE TABLE risk.run (
  id                    uuid PRIMARY KEY,
  -- of Bogotá, from 02:00 on
  day                   date NOT NULL,
  configuration_version integer NOT NULL,
  after                 uuid,
  people                integer NOT NULL DEFAULT 0,
  raised                integer NOT NULL DEFAULT 0,
  lowered               integer NOT NULL DEFAULT 0,
  -- people whose risk could not be worked out
  failures              integer NOT NULL DEFAULT 0,
  started_at            timestamptz NOT NULL,
  finished_at           timestamptz,
  UNIQUE (day, configuration_version)
);
CREATE UNIQUE INDEX run_open ON risk.run ((true)) WHERE finished_at IS NULL;
