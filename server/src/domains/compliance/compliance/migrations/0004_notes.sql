-- Notes of officers about a person. A correction is a new note of the same person: the reference holds both columns.
CREATE TABLE compliance.case_note (
  id         uuid PRIMARY KEY,
  account_id uuid NOT NULL,
  category   text NOT NULL CHECK (category IN ('verification', 'screening', 'money', 'contact', 'authority', 'other')),
  text       text NOT NULL CHECK (text <> ''),
  corrects   uuid,
  author_id  uuid NOT NULL,
  at         timestamptz NOT NULL,
  UNIQUE (account_id, id),
  FOREIGN KEY (account_id, corrects) REFERENCES compliance.case_note (account_id, id),
  CHECK (corrects <> id)
);
CREATE INDEX case_note_corrects ON compliance.case_note (corrects) WHERE corrects IS NOT NULL;

-- What came with a note.
ALTER TABLE compliance.case_file
  ADD COLUMN note_id uuid,
  ADD FOREIGN KEY (account_id, note_id) REFERENCES compliance.case_note (account_id, id),
  ADD CHECK (note_id IS NULL OR folder = 'case');
CREATE INDEX case_file_note ON compliance.case_file (note_id) WHERE note_id IS NOT NULL;
