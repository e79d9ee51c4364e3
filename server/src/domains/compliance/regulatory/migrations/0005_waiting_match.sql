-- Confirmed matches that an authority was not told of yet, for their queue (module deadlines).
CREATE VIEW regulatory.waiting_match AS
  SELECT id, account_id, due_at FROM regulatory.match
  WHERE (SELECT count(*) FROM regulatory.match_notice WHERE match_id = match.id) < 2;
