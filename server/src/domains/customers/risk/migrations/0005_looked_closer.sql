-- Whom an enhanced due diligence is about while it is asked for: politically exposed people and customers of high risk (module deadlines).
CREATE VIEW risk.looked_closer AS SELECT account_id FROM risk.standing WHERE is_pep OR risk = 'high';
