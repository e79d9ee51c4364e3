-- A review of the nature of operations. The first is of what the customer sent with level 3.
CREATE TABLE compliance.nature_review (
  id             uuid PRIMARY KEY,
  account_id     uuid NOT NULL,
  number         integer NOT NULL CHECK (number > 0),
  label          integer,
  is_of_customer boolean NOT NULL,
  created_at     timestamptz NOT NULL,
  -- null: by itself, with what the customer sent
  created_by     uuid,
  outcome        text CHECK (outcome IN ('verified', 'declined')),
  reviewed_at    timestamptz,
  reviewed_by    uuid,
  reason         text,
  UNIQUE (account_id, number),
  CHECK ((outcome IS NULL) = (reviewed_at IS NULL) AND (outcome IS NULL) = (reviewed_by IS NULL)),
  CHECK (NOT is_of_customer OR outcome IS NULL)
);

-- What officers added to a person. Insert only.
CREATE TABLE compliance.case_file (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  folder     text NOT NULL CHECK (folder IN ('nature', 'pep', 'case')),
  review_id  uuid REFERENCES compliance.nature_review,
  file_id    uuid NOT NULL UNIQUE,
  name       text NOT NULL,
  bytes      integer NOT NULL,
  sha256     text NOT NULL,
  added_by   uuid NOT NULL,
  added_at   timestamptz NOT NULL,
  CHECK ((folder = 'nature') = (review_id IS NOT NULL))
);
CREATE INDEX case_file_folder ON compliance.case_file (account_id, folder, id DESC);
CREATE INDEX case_file_review ON compliance.case_file (review_id);
