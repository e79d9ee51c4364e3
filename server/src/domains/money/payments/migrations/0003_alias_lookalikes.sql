-- An alias is taken by whatever looks like it: accents, case and spaces do not tell two apart (contract/src/plain-text.ts). Of two that
-- were let in before, the older has the name, and the other keeps its old key until it is renamed.
UPDATE payments.bank_account AS account SET alias_key = looks.key
FROM (
  SELECT DISTINCT ON (account_id, key) id, key
  FROM (SELECT id, account_id, created_at, regexp_replace(lower(normalize(alias, NFKD)), '[\u0300-\u036f\s]', '', 'g') AS key
    FROM payments.bank_account WHERE deleted_at IS NULL) AS folded
  ORDER BY account_id, key, created_at, id
) AS looks
WHERE looks.id = account.id AND account.alias_key <> looks.key
  AND NOT EXISTS (SELECT 1 FROM payments.bank_account AS other WHERE other.account_id = account.account_id AND other.alias_key = looks.key
    AND other.deleted_at IS NULL AND other.id <> account.id);
