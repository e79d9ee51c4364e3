-- Those of `tries` whose outcome is not known yet: a rightful one is given back, so that whoever comes next may wait for it.
ALTER TABLE platform.throttle ADD COLUMN in_flight timestamptz[] NOT NULL DEFAULT '{}';
