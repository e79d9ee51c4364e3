-- What officers read on proofs of residence, beside what was declared: each time a row, the newest of a proof holds.
CREATE TABLE kyc.proof_reading (
  id          uuid PRIMARY KEY,
  item_id     uuid NOT NULL REFERENCES kyc.item,
  account_id  uuid NOT NULL,
  holder_name text NOT NULL,
  address     text NOT NULL,
  -- Of the list of cities of Colombia; null: `city` names the place.
  city_id     integer,
  city        text NOT NULL,
  issued_on   date NOT NULL,
  relation    text NOT NULL,
  read_by     uuid NOT NULL,
  read_at     timestamptz NOT NULL
);
CREATE INDEX proof_reading_item ON kyc.proof_reading (item_id, id DESC);
CREATE INDEX proof_reading_account ON kyc.proof_reading (account_id);

-- For rules about customers (module monitoring): each proof as it was read last, beside what is declared now.
CREATE VIEW kyc.proof_report AS
  SELECT DISTINCT ON (item.account_id, item.added_at, item.id) item.account_id, item.id AS item_id, item.added_at, item.sent_at, holder_name,
    reading.address, city_id, city,
    issued_on, relation, fields.facts AS declared, full_name,
    EXISTS (SELECT 1 FROM kyc.item later WHERE later.account_id = item.account_id AND later.form = item.form AND later.slot = item.slot
      AND later.state = 'accepted' AND later.added_at > item.added_at) AS is_followed
  FROM kyc.proof_reading reading JOIN kyc.item ON item.id = reading.item_id JOIN kyc.dossier ON dossier.account_id = item.account_id
    JOIN kyc.item fields ON fields.account_id = item.account_id AND fields.form = item.form AND fields.slot = 'fields'
      AND fields.state IN ('pending', 'accepted', 'declined')
  ORDER BY item.account_id, item.added_at DESC, item.id, reading.id DESC;
