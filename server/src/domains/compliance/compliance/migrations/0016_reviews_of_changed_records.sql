-- What 0012 says of its view held for rows of approvals alone: a record whose version or state somebody changed had no review any more.
--
-- Of each person whose records two officers approved, until the end of which day of Bogotá the newest holds: for its deadline (module deadlines),
-- which tells and decides nothing. Beside the newest record each row counts that is not of its record as it stands: the earliest review of all
-- of them, and it ends the relationship only when all of them say so. SQL cannot read seals: a record that somebody adds with a row that fits it
-- hides a review from here, and the figure `due_diligence_unproved` tells of it (docs/operations.md). Nor is a row of approval believed by itself:
-- whether a record holds is asked of sealed rows, and of none of a person while their newest is not ours or a record lacks its own.
CREATE OR REPLACE VIEW compliance.due_diligence_report AS
  SELECT DISTINCT ON (account_id) diligence_id, account_id, (next_review_on::date + 1)::timestamp AT TIME ZONE 'America/Bogota' AS review_at, is_end
  FROM (
    SELECT diligence_id, account_id, number, next_review_on, bool_and(conclusion = 'end') OVER (PARTITION BY account_id) AS is_end
    FROM (
      SELECT diligence_id, account_id, number, next_review_on, conclusion, is_of_record,
        max(number) FILTER (WHERE is_of_record) OVER (PARTITION BY account_id) AS newest
      FROM (
        SELECT record.id AS diligence_id, record.account_id, record.number, next_review_on, conclusion,
          record.state = 'approved' AND approval.version = record.version AND approval.account_id = record.account_id AS is_of_record
        FROM compliance.due_diligence AS record JOIN compliance.due_diligence_approval AS approval ON approval.diligence_id = record.id) AS rows
    ) AS rows
    WHERE NOT is_of_record OR number = newest
  ) AS counted
  ORDER BY account_id, next_review_on, number DESC;
