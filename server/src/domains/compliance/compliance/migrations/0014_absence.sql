-- Officers who are out of the office. It ends by itself: a row of the past says nothing.
CREATE TABLE compliance.absence (
  officer_id uuid PRIMARY KEY,
  -- the midnight of Bogotá after the last day
  until      timestamptz NOT NULL,
  since      timestamptz NOT NULL
);

-- For deadlines (module deadlines), which tell somebody else meanwhile.
CREATE VIEW compliance.absence_report AS SELECT officer_id, until FROM compliance.absence;
