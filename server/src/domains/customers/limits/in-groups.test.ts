/** Facts of a customer as a group reads them: the same as the calls that decide within a transaction. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { newDocumentNumber } from '../../../../../dev/testing/document-number.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { Fact } from '../../../platform/unit-of-work/index.ts'
import { decideVersion } from '../../reference/configuration/testing.ts'
import { type KycTest, startKycTest } from '../kyc/testing.ts'

let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

const now = () => test.platform.clock.now()
async function read<Found>({ text, read }: Fact<Found>, owner: string, at: Date = now()): Promise<Found> {
  const { rows } = await sql<{ found: unknown }>`SELECT (${sql.raw(text)}) AS found FROM (SELECT ${owner}::uuid AS owner,
    ${at}::timestamptz AS now, ${test.limits.inGroups.monthAt(at)}::date AS month) AS asked`.execute(test.database.db)
  return read(rows[0]?.found)
}
async function person(level: 1 | 2 | 3): Promise<string> {
  const accountId = newId()
  const dossier = { personType: 'natural', fullName: 'Ana', documentType: 'CC', phone: '+573001234567' } as const
  await test.kyc.ensureVerified({ accountId, level, ...dossier, documentNumber: newDocumentNumber() })
  return accountId
}

describe('facts of a customer that a group reads', () => {
  it('KYC-15 level and dossier', async () => {
    for (const id of [await person(1), await person(3), newId()]) {
      const { verifiedLevel, dossier } = (await test.kyc.person(id)) ?? {}
      expect(await read(test.kyc.inGroups.verification('owner'), id)).toEqual({ verifiedLevel, dossier })
    }
  })

  it('SEC-41 whether they may transact: by their risk profile, an officer’s level until its end, and an open alert about lists', async () => {
    const mayTransact = (id: string, at?: Date) => read(test.risk.inGroups.mayTransact('owner', 'now'), id, at)
    const [ordinary, listed, high, medium] = [await person(1), await person(1), await person(1), await person(1)]
    await inTransaction(test.database.db, (tx) => test.risk.flagList(tx, { accountId: listed, reason: 'R v1' }))
    const until = new Date(now().getTime() + 3_600_000)
    for (const [id, level] of [
      [high, 'high'],
      [medium, 'medium'],
    ])
      await sql`INSERT INTO risk.standing (account_id, updated_at, level, level_until, is_level_agreed, allow)
        VALUES (${id}, now(), ${level}, ${until}, true, true)`.execute(test.database.owner)
    for (const id of [ordinary, listed, high, medium, newId()])
      expect(await mayTransact(id)).toBe(await test.risk.mayTransact(test.database.db, id))
    expect([await mayTransact(ordinary), await mayTransact(listed), await mayTransact(high), await mayTransact(medium)]).toEqual([
      true,
      false,
      false,
      true,
    ])
    expect(await mayTransact(high, new Date(until.getTime() + 1))).toBe(true)
  })

  it('SEC-77 the configuration that is valid at that moment, and none that an attacker wrote', async () => {
    const fact = test.configuration.inGroups.at('limits', 'now')
    const later = new Date(now().getTime() + 3_600_000)
    await decideVersion(test.platform, 'limits', { numbers: { level1: '9000000' } }, later)
    await sql`INSERT INTO configuration.version (set_name, version, numbers, lists, from_at, decided_at, maker_id, checker_id, reason, seal)
      SELECT set_name, version + 1, numbers || '{"level1": "1"}', lists, from_at, decided_at, maker_id, checker_id, reason, seal
      FROM configuration.version WHERE set_name = 'limits'`.execute(test.database.owner)
    for (const at of [now(), later])
      expect(await read(fact, newId(), at)).toEqual(await test.configuration.at(test.database.db, 'limits', at))
    expect((await read(fact, newId(), now())).numbers.level1).not.toBe((await read(fact, newId(), later)).numbers.level1)
  })

  it('KYC-18 the use of the month, with earlier accounts of the person, and whether the month has begun', async () => {
    const id = await person(3)
    const withdrawer = test.limits.inGroups.withdrawer({ account: 'owner', now: 'now', month: 'month' })
    expect((await read(withdrawer, id)).month).toEqual({ own: null, used: 0n })
    await test.limits.inGroups.beginMonth(id)
    await test.limits.inGroups.beginMonth(id)
    expect((await read(withdrawer, id)).month).toEqual({ own: 0n, used: 0n })
    const use = { accountId: id, direction: 'withdrawal', amountCop: 700n, operationId: newId() } as const
    await inTransaction(test.database.db, (tx) => test.limits.reserveLimit(tx, use))
    expect((await read(withdrawer, id)).month).toEqual({ own: 700n, used: 700n })
    expect(await test.limits.volume(id, 'withdrawal')).toMatchObject({ used: 700n })
  })
})
