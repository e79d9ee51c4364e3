-- Reopening or discarding a report that two officers approved takes two again: who asked for it, how it was decided, and what they wrote, sealed
-- with the key of the person whom the report is about. Insert only.
CREATE TABLE regulatory.ros_undoing (
  id     uuid PRIMARY KEY,
  ros_id uuid NOT NULL REFERENCES regulatory.ros,
  change text NOT NULL CHECK (change IN ('reopen', 'discard')),
  step   text NOT NULL CHECK (step IN ('proposed', 'executed', 'refused', 'withdrawn', 'expired', 'execution_failed')),
  at     timestamptz NOT NULL,
  -- null: the system
  by     uuid,
  -- null: no words
  sealed bytea
);
CREATE INDEX ros_undoing_ros ON regulatory.ros_undoing (ros_id, id);
