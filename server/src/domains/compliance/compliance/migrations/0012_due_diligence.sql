-- Enhanced due diligence about a person (Decreto 830 de 2021, SAGRILAFT). What it says is sealed with the key of the customer's files, so that
-- it goes with them (crypto-shredding). A state here is for people: that two officers approved it is believed by the sealed row below alone.
CREATE TABLE compliance.due_diligence (
  id            uuid PRIMARY KEY,
  account_id    uuid NOT NULL,
  number        integer NOT NULL CHECK (number > 0),
  state         text NOT NULL CHECK (state IN ('draft', 'proposed', 'returned', 'approved')),
  -- of the content; each save is the next one
  version       integer NOT NULL CHECK (version > 0),
  created_by    uuid NOT NULL,
  created_at    timestamptz NOT NULL,
  -- the last time that a second officer was asked
  proposed_by   uuid,
  proposed_at   timestamptz,
  -- why it came back the last time, sealed
  returned_at   timestamptz,
  returned_note bytea,
  CHECK (created_by <> account_id),
  UNIQUE (account_id, number)
);
-- Two officers who begin at once begin one.
CREATE UNIQUE INDEX due_diligence_open ON compliance.due_diligence (account_id) WHERE state <> 'approved';

-- Every version that was saved. Insert only.
CREATE TABLE compliance.due_diligence_content (
  diligence_id uuid NOT NULL REFERENCES compliance.due_diligence,
  version      integer NOT NULL,
  sealed       bytea NOT NULL,
  by           uuid NOT NULL,
  at           timestamptz NOT NULL,
  PRIMARY KEY (diligence_id, version)
);

-- What two officers approved. Insert only; a row without our seal never makes a record hold.
CREATE TABLE compliance.due_diligence_approval (
  diligence_id   uuid NOT NULL REFERENCES compliance.due_diligence,
  seal           text NOT NULL,
  account_id     uuid NOT NULL,
  version        integer NOT NULL,
  content_sha256 text NOT NULL,
  cause          text NOT NULL,
  conclusion     text NOT NULL,
  -- a day of the calendar: one that is none would stop every deadline that reads it
  next_review_on text NOT NULL CHECK (next_review_on ~ '^\d{4}-\d{2}-\d{2}$' AND to_char(to_date(next_review_on, 'YYYY-MM-DD'), 'YYYY-MM-DD') = next_review_on),
  maker_id       uuid NOT NULL,
  checker_id     uuid NOT NULL,
  request_id     uuid NOT NULL,
  approved_at    timestamptz NOT NULL,
  CHECK (maker_id <> checker_id AND account_id NOT IN (maker_id, checker_id)),
  PRIMARY KEY (diligence_id, seal)
);
CREATE INDEX due_diligence_approval_person ON compliance.due_diligence_approval (account_id, approved_at DESC);

-- Of each person the newest approved record, and until the end of which day of Bogotá it holds: for its deadline (module deadlines), which tells
-- and decides nothing. Seals are not read here: of the rows that say to be its approval the earliest review counts, and it ends the relationship
-- only when all of them say so, so that a row which somebody adds hides no review.
CREATE VIEW compliance.due_diligence_report AS
  SELECT DISTINCT ON (account_id) diligence_id, account_id, (review_on::date + 1)::timestamp AT TIME ZONE 'America/Bogota' AS review_at, is_end
  FROM (
    SELECT record.id AS diligence_id, record.account_id, record.number, min(next_review_on) AS review_on, bool_and(conclusion = 'end') AS is_end
    FROM compliance.due_diligence AS record JOIN compliance.due_diligence_approval AS approval
      ON approval.diligence_id = record.id AND approval.account_id = record.account_id AND approval.version = record.version
    WHERE record.state = 'approved' GROUP BY record.id) AS approved
  ORDER BY account_id, number DESC;

-- Whom each record is about: for the audit trail (module reports).
CREATE VIEW compliance.due_diligence_subject AS SELECT id, account_id FROM compliance.due_diligence;

CREATE TABLE compliance.state_history (
  id         uuid PRIMARY KEY,
  machine    text NOT NULL,
  subject_id text NOT NULL,
  -- null: it began
  from_state text,
  to_state   text NOT NULL,
  at         timestamptz NOT NULL,
  actor      text NOT NULL CHECK (actor IN ('customer', 'officer', 'provider', 'chain', 'system')),
  actor_id   uuid,
  note       text
);
CREATE INDEX state_history_subject ON compliance.state_history (subject_id, id);
