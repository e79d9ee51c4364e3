-- Whom a hit is about: who was screened, or who paid a transfer of theirs. What everybody is screened for again ends no hit of a payer.
ALTER TABLE screening.hit ADD COLUMN about text NOT NULL DEFAULT 'self' CHECK (about IN ('self', 'payer'));
