-- What this module knows of a person, for the copy of their data (module reports). Never a hash, a secret or a token.
CREATE VIEW identity.personal_data AS
  SELECT id AS account_id, 'account' AS section, created_at AS at,
    jsonb_build_object('id', id, 'email', email, 'authorities', authorities, 'state', state, 'language', lang_key,
      'createdAt', created_at, 'activatedAt', activated_at, 'frozenAt', frozen_at, 'resetRequiredAt', reset_required_at,
      'passwordChangedAt', password_changed_at) AS entry
  FROM identity.account
  UNION ALL
  SELECT account_id, 'consents', accepted_at,
    jsonb_build_object('termsVersion', terms_version, 'dataPolicyVersion', data_policy_version, 'acceptedAt', accepted_at, 'ip', ip)
  FROM identity.consent
  UNION ALL
  SELECT account_id, 'sign_ins', at,
    jsonb_build_object('id', id, 'at', at, 'ip', ip, 'country', country, 'city', city, 'place', place, 'system', system,
      'deviceKind', device_kind, 'browser', browser, 'result', result, 'sessionId', session_id, 'deviceId', device_id,
      'deniedAt', denied_at)
  FROM identity.sign_in
  UNION ALL
  SELECT account_id, 'sessions', created_at,
    jsonb_build_object('id', id, 'ip', ip, 'userAgent', user_agent, 'createdAt', created_at, 'activeAt', active_at,
      'expiresAt', expires_at, 'endedAt', ended_at, 'endReason', end_reason)
  FROM identity.session
  UNION ALL
  SELECT account_id, 'devices', first_seen_at,
    jsonb_build_object('id', id, 'system', system, 'deviceKind', device_kind, 'browser', browser, 'state', state,
      'firstSeenAt', first_seen_at, 'lastSeenAt', last_seen_at, 'forgottenAt', forgotten_at)
  FROM identity.device
  UNION ALL
  SELECT account_id, 'factors', confirmed_at, jsonb_build_object('kind', 'totp', 'addedAt', confirmed_at)
  FROM identity.totp WHERE confirmed_at IS NOT NULL
  UNION ALL
  SELECT account_id, 'factors', added_at,
    jsonb_build_object('kind', 'passkey', 'name', name, 'addedAt', added_at, 'lastUsedAt', last_used_at, 'backedUp', backed_up)
  FROM identity.passkey
  UNION ALL
  SELECT account_id, 'factors', NULL,
    jsonb_build_object('kind', 'recovery_codes', 'left', count(*) FILTER (WHERE used_at IS NULL), 'made', count(*))
  FROM identity.recovery_code GROUP BY account_id
  UNION ALL
  SELECT account_id, 'holds', created_at, jsonb_build_object('reason', reason, 'createdAt', created_at, 'until', until)
  FROM identity.hold
  UNION ALL
  SELECT account_id, 'email_changes', created_at,
    jsonb_build_object('oldEmail', old_email, 'newEmail', new_email, 'createdAt', created_at, 'changedAt', changed_at,
      'cancelledAt', cancelled_at, 'undoneAt', undone_at)
  FROM identity.email_change
  UNION ALL
  SELECT account_id, 'approvals', created_at,
    jsonb_build_object('call', call, 'description', description, 'method', method, 'createdAt', created_at, 'usedAt', used_at)
  FROM identity.step_up;
