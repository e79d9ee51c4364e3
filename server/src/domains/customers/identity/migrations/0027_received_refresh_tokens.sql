-- When a call first used an access token that was issued together with this refresh token: only then did the browser receive both.
ALTER TABLE identity.refresh_token ADD COLUMN received_at timestamptz;
