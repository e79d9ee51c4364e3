-- What a customer bought and sold, in COP cents by the prices of when it was placed: for the risk of people (module risk).
CREATE VIEW trading.settled_volume AS SELECT account_id, settled_at, value_cop FROM trading.trade WHERE state = 'settled';
