/** SEC-76: rows that decide where money goes and have no seal are listed by `tunjo check`, whatever column they lack it in. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../dev/testing/database.ts'
import { newId } from '../../platform/database/ids.ts'
import { SEALED_DECISIONS, unsealedFindings } from './unsealed-findings.ts'

/** Nullable seals that are absent for another reason, or decide nothing about money. */
const OTHERS: Readonly<Record<string, string>> = {
  'blockchain.chain_transaction.outcome_seal': 'null until its outcome is final; compared with the chain again (ended_before_seals)',
  'crypto.withdrawal.approval_seal': 'a CHECK of the table ties it to the officers; an empty one releases nothing at the signer',
  'crypto.withdrawal.listed_seal': 'only where two officers saw the address as listed',
  'ledger.account.seal': 'verified by tunjo verify ledger, and before each posting',
  'ledger.hold.seal': 'verified by tunjo verify ledger, and before each posting',
  'payments.payout_attempt.unpaid_seal': 'null until the provider said that the attempt paid nothing',
  'reconciliation.place.seal': 'without it a pass starts again from the first row',
}

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it('names every column of a seal that may be empty, or why it is none', async () => {
  const { rows } = await sql<{ name: string }>`SELECT format('%s.%s.%s', table_schema, table_name, column_name) AS name
    FROM information_schema.columns JOIN information_schema.tables USING (table_schema, table_name)
    WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema') AND is_nullable = 'YES'
      AND (column_name = 'seal' OR column_name LIKE '%\\_seal')`.execute(database.db)
  const named = [...SEALED_DECISIONS.map(({ table, seal }) => `${table}.${seal}`), ...Object.keys(OTHERS)]
  expect(named.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})

it('lists those that wait as a warning with their ids, and those that ended as they are', async () => {
  expect(await unsealedFindings(database.db)).toMatchObject([{ state: 'ok', found: expect.stringContaining('has its seal') }])
  const [account, ended, open] = [newId(), newId(), newId()]
  const insert = (id: string, state: string, at: string) =>
    sql`INSERT INTO payments.withdrawal (id, account_id, request_hash, bank_account_id, bank_id,
      account_alias, account_type, account_number, amount, payee, state, approval_state, pay_after, created_at, ended_at)
    VALUES (${id}, ${account}, 'x', ${newId()}, 1, 'x', 9, '1', 100, '{}', ${state}, 'AUTOMATIC', now(), ${at}::timestamptz,
      ${state === 'HELD' ? null : at}::timestamptz)`.execute(database.owner)
  await insert(ended, 'COMPLETED', '2026-03-04T12:00:00Z')
  expect(await unsealedFindings(database.db)).toEqual([
    { check: 'unsealed decisions', state: 'ok', found: expect.stringMatching(`0 open and 1 ended .*2026-03-04: ${ended}\\.`), next: null },
  ])
  await insert(open, 'HELD', '2026-03-05T12:00:00Z')
  expect(await unsealedFindings(database.db)).toMatchObject([
    { state: 'warning', found: `payments.withdrawal.seal: 1 open and 1 ended without it, the newest of 2026-03-05: ${open}, ${ended}.` },
  ])
})
