-- What one rule found, newest first.
CREATE INDEX finding_rule ON monitoring.finding (rule, at DESC, id DESC);
