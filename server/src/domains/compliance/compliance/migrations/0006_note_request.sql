-- Which wish a note was: sent again because the answer was lost, it is found and not written a second time.
ALTER TABLE compliance.case_note
  ADD COLUMN request_id uuid UNIQUE,
  ADD COLUMN request_hash text,
  ADD CHECK ((request_id IS NULL) = (request_hash IS NULL));
