-- Position in the trace of the call that wrote the row (W3C traceparent); empty while TRACES_URL is not set.
ALTER TABLE platform.event ADD COLUMN traceparent text;
ALTER TABLE platform.job ADD COLUMN traceparent text;
