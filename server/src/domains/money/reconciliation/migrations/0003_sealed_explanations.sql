-- Seals of what the product's role must not be able to make up (decision 45): that an officer explained a difference, and how far was compared.
ALTER TABLE reconciliation.difference ADD COLUMN seal text;
ALTER TABLE reconciliation.place ADD COLUMN seal text;
CREATE INDEX difference_explained ON reconciliation.difference (check_name, asset, subject) WHERE state = 'explained';

-- What was explained, and how far was compared, before there were seals: neither changed nor added to by the product's role.
CREATE TABLE reconciliation.before_seals (
  kind text PRIMARY KEY CHECK (kind IN ('explained', 'place')),
  rows jsonb NOT NULL
);
INSERT INTO reconciliation.before_seals
  SELECT 'explained', coalesce(jsonb_agg(jsonb_build_object('id', id, 'check', check_name, 'asset', asset, 'subject', subject,
    'difference', (actual - expected)::text)), '[]')
  FROM reconciliation.difference WHERE state = 'explained'
  UNION ALL
  SELECT 'place', coalesce(jsonb_agg(jsonb_build_object('name', name, 'seq', seq::text, 'text', text)), '[]') FROM reconciliation.place;
