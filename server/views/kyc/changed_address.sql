-- An address that was sent again after another one had been accepted, of a company too, and whether a proof that was sent with it or later
-- was accepted: of a person the proof of residence, of a company the certificate of the chamber of commerce.
CREATE OR REPLACE VIEW kyc.changed_address AS
  SELECT item.id, item.account_id, item.state, earlier.facts AS before, item.facts AS after, item.sent_at, item.reviewed_at,
    earlier.id AS earlier_id, item.form,
    (SELECT min(proof.reviewed_at) FROM kyc.item proof WHERE proof.account_id = item.account_id AND proof.form = item.form
      AND proof.slot = CASE item.form WHEN 'legal-1' THEN 'chamberOfCommerce' ELSE 'proofResidence' END
      AND proof.state = 'accepted' AND coalesce(proof.sent_at, proof.added_at) >= coalesce(item.sent_at, item.added_at)) AS proven_at
  FROM kyc.item CROSS JOIN LATERAL (
    SELECT old.id, old.facts FROM kyc.item old
    WHERE old.account_id = item.account_id AND old.form = item.form AND old.slot = item.slot AND old.state = 'replaced'
      AND old.reviewed_at IS NOT NULL AND old.description IS NULL AND old.added_at < item.added_at
    ORDER BY old.added_at DESC LIMIT 1) AS earlier
  WHERE item.form IN ('natural-2', 'legal-1') AND item.slot = 'fields' AND item.state IN ('pending', 'accepted', 'declined');
