-- Customers by whole words of their name, whatever their order, accents and capitals.
CREATE FUNCTION kyc.name_words(name text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT regexp_split_to_array(btrim(regexp_replace(lower(translate(name,
    'ÁÉÍÓÚÜÑÀÈÌÒÙÂÊÎÔÛÄËÏÖÇÃÕáéíóúüñàèìòùâêîôûäëïöçãõ', 'AEIOUUNAEIOUAEIOUAEIOCAOaeiouunaeiouaeiouaeiocao')), '[^a-z0-9]+', ' ', 'g')), ' ')
$$;
CREATE INDEX dossier_name_words ON kyc.dossier USING gin (kyc.name_words(full_name));
