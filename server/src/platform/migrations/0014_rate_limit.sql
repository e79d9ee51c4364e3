-- By the word that everybody searches for.
ALTER TABLE platform.throttle RENAME TO rate_limit;
ALTER INDEX platform.throttle_pkey RENAME TO rate_limit_pkey;
