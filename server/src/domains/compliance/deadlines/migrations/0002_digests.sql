-- When officers were last told of what can wait: of that they hear at most once an hour. Insert only, in the transaction of the notices.
CREATE TABLE deadlines.digest (told_at timestamptz PRIMARY KEY);
