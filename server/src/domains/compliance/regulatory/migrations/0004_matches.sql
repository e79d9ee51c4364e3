-- Confirmed matches with binding lists, which the UIAF and the Fiscalía are told of. Insert only: whether one is late or over is told by its
-- notices and the time. The number is not sealed: it names a filing, as those of reports and absences do.
CREATE TABLE regulatory.match (
  id           uuid PRIMARY KEY,
  account_id   uuid NOT NULL,
  list         text NOT NULL CHECK (list IN ('ofac', 'un', 'eu')),
  entry_id     text NOT NULL,
  -- that was confirmed first
  hit_id       uuid NOT NULL,
  about        text NOT NULL CHECK (about IN ('self', 'payer')),
  confirmed_at timestamptz NOT NULL,
  due_at       timestamptz NOT NULL,
  -- Once, whatever is confirmed again about the same two.
  UNIQUE (account_id, list, entry_id),
  CHECK (due_at > confirmed_at)
);

-- Which authority was told, once each.
CREATE TABLE regulatory.match_notice (
  match_id  uuid NOT NULL REFERENCES regulatory.match,
  authority text NOT NULL CHECK (authority IN ('uiaf', 'fiscalia')),
  number    text NOT NULL CHECK (number <> ''),
  "on"      date NOT NULL,
  by        uuid NOT NULL,
  at        timestamptz NOT NULL,
  PRIMARY KEY (match_id, authority)
);
