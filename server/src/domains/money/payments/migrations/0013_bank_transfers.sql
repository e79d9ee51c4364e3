-- Transfers to the house's collection account (decision 28): the reference of each customer, the bank's statements as they were sent, their
-- lines, and what goes back to its payer.

-- Never taken away and never given to anybody else.
CREATE TABLE payments.transfer_reference (
  account_id uuid PRIMARY KEY,
  reference  text NOT NULL UNIQUE CHECK (reference ~ '^[1-9][0-9]{9}$'),
  created_at timestamptz NOT NULL
);

-- `lines` is what the file says. Nothing of it moves money before two officers import it.
CREATE TABLE payments.statement (
  id          uuid PRIMARY KEY,
  file_hash   text NOT NULL UNIQUE CHECK (file_hash ~ '^[0-9a-f]{64}$'),
  account     text NOT NULL,
  from_day    date NOT NULL,
  to_day      date NOT NULL,
  opening     numeric(78,0) NOT NULL,
  closing     numeric(78,0) NOT NULL,
  lines       jsonb NOT NULL,
  uploaded_by uuid NOT NULL,
  uploaded_at timestamptz NOT NULL,
  imported_at timestamptz,
  -- In the order of the account: 1, 2, 3 …
  import_number integer UNIQUE,
  -- Lines that no statement before had.
  added       integer,
  CHECK ((imported_at IS NULL) = (import_number IS NULL))
);
CREATE INDEX statement_uploaded ON payments.statement (uploaded_at DESC);

-- `id` is also the id of the deposit that it becomes. `key` is the line's own identity at the bank: it is taken once for ever.
CREATE TABLE payments.statement_line (
  id           uuid PRIMARY KEY,
  key          text NOT NULL UNIQUE,
  statement_id uuid NOT NULL REFERENCES payments.statement,
  row_number   integer NOT NULL,
  bank_id      text NOT NULL,
  booked_on    date NOT NULL,
  -- Above zero: it came in.
  amount       numeric(78,0) NOT NULL CHECK (amount <> 0),
  reference    text NOT NULL,
  description  text NOT NULL,
  payer        jsonb NOT NULL,
  state        text NOT NULL CHECK (state IN ('PENDING', 'UNMATCHED', 'DEPOSITED', 'REFUNDED', 'EXPLAINED')),
  -- Why it did not match by itself.
  cause        text,
  created_at   timestamptz NOT NULL,
  ended_at     timestamptz,
  CHECK ((ended_at IS NULL) = (state IN ('PENDING', 'UNMATCHED')))
);
CREATE INDEX statement_line_open ON payments.statement_line (booked_on, id) WHERE ended_at IS NULL;
CREATE INDEX statement_line_statement ON payments.statement_line (statement_id, row_number);

-- What two officers agreed to send back. The transfer is made at the bank with `code`, and a later statement shows it.
CREATE TABLE payments.refund (
  line_id    uuid PRIMARY KEY REFERENCES payments.statement_line,
  code       text NOT NULL UNIQUE CHECK (code ~ '^DEV[1-9][0-9]{9}$'),
  amount     numeric(78,0) NOT NULL CHECK (amount > 0),
  created_at timestamptz NOT NULL,
  paid_by    uuid UNIQUE REFERENCES payments.statement_line,
  paid_at    timestamptz
);
CREATE INDEX refund_due ON payments.refund (created_at) WHERE paid_by IS NULL;

-- A transfer is a deposit that its customer did not begin here: no saved account, no link, no payer's consent to PSE.
ALTER TABLE payments.deposit ADD COLUMN method text NOT NULL DEFAULT 'PSE' CHECK (method IN ('PSE', 'TRANSFER'));
ALTER TABLE payments.deposit ALTER COLUMN bank_account_id DROP NOT NULL,
  ADD CONSTRAINT deposit_bank_account_check CHECK ((method = 'PSE') = (bank_account_id IS NOT NULL));

CREATE OR REPLACE VIEW payments.movement AS
  SELECT id, 'DEPOSIT' AS kind, account_id, amount, state, reason, bank_id, account_alias, account_type, account_number,
         bank_reference, payment_url, created_at, ended_at, bank_account_id, NULL::timestamptz AS pay_after, method FROM payments.deposit
  UNION ALL
  SELECT id, 'WITHDRAWAL', account_id, amount, state, reason, bank_id, account_alias, account_type, account_number,
         payout_id, NULL, created_at, ended_at, bank_account_id, pay_after, NULL FROM payments.withdrawal;

CREATE OR REPLACE VIEW payments.deposit_movement AS
  SELECT id, account_id, 'DEPOSIT'::text AS kind, CASE method WHEN 'PSE' THEN 'PSE' ELSE 'BANK' END::text AS rail, state, 'COP'::text AS asset,
    amount, NULL::text AS received_asset, NULL::numeric(78,0) AS received_amount, bank_id, account_alias AS alias,
    right(account_number, 4) AS ending, NULL::text AS address, bank_reference AS reference, created_at, ended_at
  FROM payments.deposit;
