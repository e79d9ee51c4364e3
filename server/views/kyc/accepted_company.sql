-- Companies that were accepted, and when last. While what they sent in a renewal waits they still are.
CREATE OR REPLACE VIEW kyc.accepted_company AS
  SELECT done.account_id, done.accepted_at FROM kyc.accepted_form AS done
  WHERE done.form = 'legal-1' AND done.accepted_at IS NOT NULL
    AND (EXISTS (SELECT 1 FROM kyc.item WHERE item.account_id = done.account_id AND item.form = 'legal-1' AND item.slot = 'fields'
        AND item.state = 'accepted')
      OR EXISTS (SELECT 1 FROM kyc.accepted_before AS before WHERE before.account_id = done.account_id AND before.form = 'legal-1'));
