-- Position in the trace of the call that decided the operation (W3C traceparent); empty while TRACES_URL is not set.
ALTER TABLE blockchain.intent ADD COLUMN traceparent text;
