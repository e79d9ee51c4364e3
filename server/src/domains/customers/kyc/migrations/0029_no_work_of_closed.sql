-- Documents of an account that was closed (state 4) wait for no officer: nothing is decided about them any more.
CREATE OR REPLACE VIEW kyc.waiting_person AS
  SELECT account_id, min(sent_at) AS since FROM kyc.item
  WHERE state = 'pending' AND NOT EXISTS (SELECT FROM identity.user_report person WHERE person.id = item.account_id AND person.state = 4)
  GROUP BY account_id;
