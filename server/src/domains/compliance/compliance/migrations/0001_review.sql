CREATE SCHEMA compliance;

-- Which officer is at whose review. It ends by itself; a row that is over is nobody's.
CREATE TABLE compliance.review_lease (
  account_id uuid PRIMARY KEY,
  officer_id uuid NOT NULL,
  taken_at   timestamptz NOT NULL,
  until      timestamptz NOT NULL
);

-- Why something was accepted or declined, for other officers. Insert only.
CREATE TABLE compliance.decision (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL,
  officer_id   uuid NOT NULL,
  outcome      text NOT NULL CHECK (outcome IN ('accepted', 'declined')),
  item_ids     uuid[] NOT NULL,
  reason_codes text[] NOT NULL,
  note         text NOT NULL,
  at           timestamptz NOT NULL
);
CREATE INDEX decision_account ON compliance.decision (account_id, at DESC);
