-- Whether an address of a chain stands in a list of sanctions now, as it is compared. By the index of identifiers: a list of all of them, read for
-- one person after the other, was most of the time of a new version of a list with 20,000 entries.
DROP VIEW screening.listed_address;

CREATE FUNCTION screening.is_listed_address(address text) RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT EXISTS (SELECT FROM screening.entry WHERE to_version IS NULL AND list <> 'pep' AND identifiers @> ARRAY['address:' || address])
$$;
