-- Fields that were accepted before a renewal that was sent and is not over: the dossier goes by them until all of the new form is accepted.
-- Before it is sent its form is still accepted, and what was accepted is there as it was.
CREATE OR REPLACE VIEW kyc.accepted_before AS
  SELECT renewal.account_id, renewal.subject AS form, last.slot, last.facts
  FROM kyc.renewal JOIN kyc.form ON form.account_id = renewal.account_id AND form.form = renewal.subject AND form.state <> 'accepted'
  CROSS JOIN LATERAL (
    SELECT item.slot, item.facts FROM kyc.item WHERE item.account_id = renewal.account_id AND item.form = renewal.subject
      AND item.slot = 'fields' AND item.state = 'replaced' AND item.reviewed_at IS NOT NULL AND item.description IS NULL
    ORDER BY item.added_at DESC, item.id DESC LIMIT 1) AS last
  WHERE renewal.state = 'open';
