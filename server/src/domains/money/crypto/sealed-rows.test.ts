/** F9: the sealed decision of two officers is found regardless of the number of forged rows. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { changesOnly } from '../../../platform/database/log-changes-only.ts'
import { evidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import { createSecrets } from '../../../platform/secrets/secrets.ts'
import { insertDecision, newestDecision } from './deposits/decision-store.ts'
import { insertDeposit } from './deposits/deposit-store.ts'

const seals = evidenceSeals(createSecrets(Buffer.alloc(32, 7)))
let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

it("F9 returns the officers' own decision about a deposit, among forged rows that claim to be newer", async () => {
  const { db } = database
  const [makerId, checkerId, at] = [newId(), newId(), new Date('2026-11-02T12:00:00Z')]
  const hash = `0x${'1'.repeat(64)}` as const
  const address = `0x${'2'.repeat(40)}` as const
  const place = { chainId: 1, transactionHash: hash, logPosition: 0, blockNumber: 1n, blockHash: hash, createdAt: at }
  const seen = { ...place, id: newId(), accountId: newId(), address, asset: 'USDT', amount: 5n, fromAddress: address } as const
  const deposit = await inTransaction(db, (tx) => insertDeposit(tx, seen))
  if (!deposit) throw new Error('it is known')
  const forge = () =>
    sql`INSERT INTO crypto.deposit_decision (id, deposit_id, decision, maker_id, checker_id, at, seal)
      SELECT gen_random_uuid(), ${deposit.id}, 'credit', gen_random_uuid(), gen_random_uuid(), 'infinity', 'x'
      FROM generate_series(1, 600)`.execute(db)
  const decided = { makerId, checkerId, at, decision: 'credit' } as const
  await forge()
  const error = vi.fn()
  const context = { seals, isNews: changesOnly(), log: { error } as never }
  expect(await newestDecision(context, db, deposit)).toBeNull()
  expect(error).toHaveBeenCalledExactlyOnceWith(
    { securityEvent: 'payment_unproved', depositId: deposit.id, forged: 600 },
    expect.any(String),
  )
  await inTransaction(db, (tx) => insertDecision(tx, seals, deposit, decided))
  const retained = { ...decided, decision: 'retain', at: new Date(at.getTime() + 1) } as const
  await inTransaction(db, (tx) => insertDecision(tx, seals, deposit, retained))
  await forge()
  expect(await newestDecision(context, db, deposit)).toMatchObject(retained)
})
