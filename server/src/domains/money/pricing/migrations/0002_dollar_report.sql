-- Pesos for one USDT, times 10^8, at the end of each day, for rules about customers (module monitoring).
CREATE VIEW pricing.dollar_report AS SELECT open_at, close FROM pricing.candle WHERE pair = 'COPUSDT' AND period = '1d';
