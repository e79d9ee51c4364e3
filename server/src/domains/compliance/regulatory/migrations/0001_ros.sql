-- Suspicious transaction reports to the UIAF (ROS). What they say is sealed with the key of the person whom they are about, and the key is
-- kept until ten years after the report ended. No view of this schema is for customers.
CREATE SCHEMA regulatory;

CREATE TABLE regulatory.ros (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL,
  state        text NOT NULL CHECK (state IN ('draft', 'proposed', 'approved', 'returned', 'filed', 'discarded')),
  -- of the content; each save is the next one
  version      integer NOT NULL CHECK (version > 0),
  urgency      text NOT NULL CHECK (urgency IN ('normal', 'urgent')),
  created_by   uuid NOT NULL,
  created_at   timestamptz NOT NULL,
  changed_at   timestamptz NOT NULL,
  approved_at  timestamptz,
  -- that SIREL gave
  filed_number text,
  filed_on     date,
  ended_at     timestamptz,
  CHECK (created_by <> account_id),
  CHECK ((state IN ('filed', 'discarded')) = (ended_at IS NOT NULL)),
  CHECK (num_nonnulls(filed_number, filed_on) = CASE state WHEN 'filed' THEN 2 ELSE 0 END)
);
-- Two officers who begin at once begin one.
CREATE UNIQUE INDEX ros_open ON regulatory.ros (account_id) WHERE state NOT IN ('filed', 'discarded');
CREATE INDEX ros_of_person ON regulatory.ros (account_id, id DESC);
CREATE INDEX ros_filed ON regulatory.ros (filed_on) WHERE filed_on IS NOT NULL;

-- Every version that was saved. Insert only.
CREATE TABLE regulatory.ros_content (
  ros_id  uuid NOT NULL REFERENCES regulatory.ros,
  version integer NOT NULL,
  sealed  bytea NOT NULL,
  by      uuid NOT NULL,
  at      timestamptz NOT NULL,
  PRIMARY KEY (ros_id, version)
);

-- Why it was returned or discarded: of the change of state with the same subject, state and time. Insert only.
CREATE TABLE regulatory.ros_remark (
  id     uuid PRIMARY KEY,
  ros_id uuid NOT NULL REFERENCES regulatory.ros,
  state  text NOT NULL,
  at     timestamptz NOT NULL,
  sealed bytea NOT NULL
);
CREATE INDEX ros_remark_ros ON regulatory.ros_remark (ros_id);

CREATE TABLE regulatory.state_history (
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
CREATE INDEX state_history_subject ON regulatory.state_history (subject_id, id);
