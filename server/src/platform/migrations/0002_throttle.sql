-- Counted tries of any module: sign-in, sign-up, contact form.
CREATE TABLE platform.throttle (
  bucket  text PRIMARY KEY,
  tries   timestamptz[] NOT NULL,
  last_at timestamptz NOT NULL
);
