-- Monthly files for the UIAF: each version as it was generated, sealed with a key of the house, since it is of many people and stays whole.
CREATE TABLE regulatory.uiaf_file (
  id             uuid PRIMARY KEY,
  month          text NOT NULL CHECK (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  version        integer NOT NULL CHECK (version > 0),
  state          text NOT NULL CHECK (state IN ('generating', 'failed', 'ready', 'proposed', 'approved', 'filed', 'replaced')),
  -- name and version, so that an older file is read as it was made
  layout         text NOT NULL,
  layout_version integer NOT NULL,
  requested_by   uuid NOT NULL,
  requested_at   timestamptz NOT NULL,
  clients_done   integer NOT NULL DEFAULT 0,
  clients_all    integer,
  -- counts, totals, rates, problems and the difference to the version before; no personal data
  result         jsonb,
  sha256         text CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  approved_at    timestamptz,
  filed_number   text,
  filed_on       date,
  UNIQUE (month, version),
  CHECK ((result IS NULL) = (state IN ('generating', 'failed')) AND (sha256 IS NULL) = (result IS NULL)),
  CHECK (num_nonnulls(filed_number, filed_on) = CASE state WHEN 'filed' THEN 2 ELSE 0 END)
);
CREATE UNIQUE INDEX uiaf_file_under_way ON regulatory.uiaf_file (month) WHERE state IN ('generating', 'proposed');

-- place 0: header and trailer; then the lines, 50 in each. Insert only.
CREATE TABLE regulatory.uiaf_piece (
  file_id uuid NOT NULL REFERENCES regulatory.uiaf_file,
  place   integer NOT NULL CHECK (place >= 0),
  sealed  text NOT NULL,
  PRIMARY KEY (file_id, place)
);
