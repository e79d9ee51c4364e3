-- What rules about customers read (module monitoring): until when the document of a person was good, as its zone or barcode was read each
-- time; the item that was accepted with it; and the office that somebody declared, until when.
-- A renewed document was perhaps not read by the device of the person: what was read of the one before it says nothing about it.
CREATE OR REPLACE VIEW kyc.document_expiry AS
  SELECT evidence.account_id, evidence.id, read ->> 'expiryDate' AS expires_on, evidence.at, item.id AS item_id
  FROM kyc.evidence JOIN kyc.item ON item.account_id = evidence.account_id AND item.form = 'natural-1' AND item.slot = 'frontal'
    AND item.state = 'accepted'
  WHERE evidence.form = 'natural-1' AND read ->> 'expiryDate' ~ '^\d{4}-\d{2}-\d{2}$'
    AND NOT EXISTS (SELECT 1 FROM kyc.renewal WHERE renewal.account_id = evidence.account_id AND renewal.subject = 'natural-1'
      AND renewal.state <> 'open' AND renewal.requested_at >= evidence.at);
