-- What this module knows of a person, for the copy of their data (module reports). What they wrote is on their page.
CREATE OR REPLACE VIEW privacy.personal_data AS
  SELECT account_id, 'dataRequests' AS section, filed_at AS at,
    jsonb_build_object('number', number, 'kind', kind, 'state', state, 'filedAt', filed_at, 'dueAt', due_at, 'endedAt', ended_at) AS entry
  FROM privacy.data_request;
