-- Tries are counted in platform.throttle.
DROP TABLE identity.throttle;
