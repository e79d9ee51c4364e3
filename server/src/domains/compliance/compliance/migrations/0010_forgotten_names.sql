-- What papers of people were called who were forgotten before names went with the key, also where somebody made another key since.
UPDATE compliance.case_file SET name = 'Documento destruido' FROM platform.file_key
  WHERE owner_id = case_file.account_id AND added_at <= destroyed_at;
