-- What rules about customers read (module monitoring): of neighbours whether an alert is open.
CREATE VIEW alerts.episode_report AS SELECT account_id, kind, type_id, state FROM alerts.episode;
