-- Since when, and how often, the provider said that it does not know the job of a check. Other failures leave them as they are.
ALTER TABLE screening.background_check
  ADD COLUMN unknown_since timestamptz,
  ADD COLUMN unknown_times integer NOT NULL DEFAULT 0;
