-- Quotes are sealed with a key of the processes: one that lies here seals for whoever can read the database.
DROP TABLE trading.quote_key;
