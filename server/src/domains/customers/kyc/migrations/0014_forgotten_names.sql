-- What files of people were called who were forgotten before names went with the key, also where somebody made another key since.
UPDATE kyc.item SET facts = jsonb_set(facts, '{name}', '"Documento destruido"') FROM platform.file_key
  WHERE file_id IS NOT NULL AND owner_id = item.account_id AND added_at <= destroyed_at;
