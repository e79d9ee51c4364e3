-- What customers of one level and band of the survey traded in a whole month (alert 16). Insert only: a month that is over is counted once.
CREATE TABLE monitoring.peer_month (
  month      date PRIMARY KEY,
  counted_at timestamptz NOT NULL
);
CREATE TABLE monitoring.peer_volume (
  month  date NOT NULL REFERENCES monitoring.peer_month,
  level  smallint NOT NULL,
  band   smallint NOT NULL,
  people integer NOT NULL,
  -- COP cents that 99 % of them did not pass
  p99    numeric(78,0) NOT NULL,
  PRIMARY KEY (month, level, band)
);
