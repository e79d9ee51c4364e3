CREATE SCHEMA pricing;

-- The last good price of each pair. Amounts are the quote currency times 10^8.
CREATE TABLE pricing.price (
  pair          text PRIMARY KEY,
  price         numeric(38,0) NOT NULL CHECK (price > 0),
  bid           numeric(38,0) CHECK (bid > 0),
  ask           numeric(38,0) CHECK (ask >= bid),
  source        text NOT NULL,
  at            timestamptz NOT NULL,
  -- Why the sources are not believed at the moment; null while they are.
  frozen_reason text
);

CREATE TABLE pricing.candle (
  pair    text NOT NULL,
  period  text NOT NULL CHECK (period IN ('1m', '1h', '1d')),
  open_at timestamptz NOT NULL,
  open    numeric(38,0) NOT NULL CHECK (open > 0),
  high    numeric(38,0) NOT NULL CHECK (high >= open AND high >= close),
  low     numeric(38,0) NOT NULL CHECK (low > 0 AND low <= open AND low <= close),
  close   numeric(38,0) NOT NULL CHECK (close > 0),
  -- False: put together from the prices that were seen, until the exchange's own candle replaces it.
  is_official boolean NOT NULL,
  PRIMARY KEY (pair, period, open_at)
);
