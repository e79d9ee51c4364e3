-- What the signer asks before it signs a withdrawal (module blockchain): who may not transact.
CREATE VIEW risk.payout_block AS SELECT account_id FROM risk.standing WHERE NOT (risk = 'low' OR risk = 'medium' AND allow);
