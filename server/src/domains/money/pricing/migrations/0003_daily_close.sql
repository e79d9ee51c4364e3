-- What each pair cost at the end of each day, times 10^8, for reports to authorities (module regulatory).
CREATE VIEW pricing.daily_close AS SELECT pair, open_at, close FROM pricing.candle WHERE period = '1d';
