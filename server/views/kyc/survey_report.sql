-- What rules about customers read (module monitoring).
CREATE OR REPLACE VIEW kyc.survey_report AS SELECT account_id, response_a, response_b, answered_at, id FROM kyc.survey;
