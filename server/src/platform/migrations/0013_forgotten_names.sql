-- What files of forgotten people were called goes with their key; so does what is left of those who were forgotten before, also where
-- somebody made another key since.
UPDATE platform.stored_file SET original_name = 'Documento destruido' FROM platform.file_key
  WHERE file_key.owner_id = stored_file.owner_id AND stored_file.created_at <= destroyed_at;
