-- The question was always whether the person lives in Colombia; the name under which its answer was kept read as nationality.
UPDATE kyc.form SET fields = (fields - 'isColombian') || jsonb_build_object('livesInColombia', fields -> 'isColombian')
  WHERE form = 'natural-2' AND fields ? 'isColombian';
UPDATE kyc.item SET facts = (facts - 'isColombian') || jsonb_build_object('livesInColombia', facts -> 'isColombian')
  WHERE form = 'natural-2' AND slot = 'fields' AND facts ? 'isColombian';
