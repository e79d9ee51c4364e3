import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { newDocumentNumber } from '../../../../../dev/testing/document-number.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../dev/testing/test-product.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { type Refused, refusal } from '../../../platform/http/refusal.ts'
import type { Work } from '../../../platform/unit-of-work/index.ts'
import { testConfiguration } from '../../reference/configuration/testing.ts'
import { createParameters } from '../../reference/parameters/index.ts'
import { accountsInGroups } from '../identity/in-groups.testing.ts'
import type { WithdrawalCooldown } from '../identity/index.ts'
import { createKyc, type Kyc } from '../kyc/index.ts'
import { createLimits, type Limits } from './index.ts'
import { bogotaMonth } from './rules.ts'

const MILLION_COP = 100_000_000n

let database: TestDatabase
let platform: TestPlatform
let kyc: Kyc
let limits: Limits
const states = new Map<string, 1 | 2 | 3 | 4>()
const holds = new Map<string, WithdrawalCooldown>()
/** Accounts that have not accepted the terms in force. */
const behind = new Set<string>()
/** Accounts whose risk profile blocks every movement. */
const inReview = new Set<string>()
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  kyc = createKyc(platform, {
    identity: {
      person: async (id) => ({ id, email: 'a@correo.example', createdAt: new Date(0), state: states.get(id) ?? 1, isActive: true }),
      setState: async (_tx, { accountId, state }) => void states.set(accountId, state),
    },
    parameters: createParameters(),
    notifications: { notify: async () => undefined },
  })
  const identity = {
    inGroups: accountsInGroups(
      (id) => ({ email: 'a@correo.example', createdAt: new Date(0), state: states.get(id) ?? 1, hold: holds.get(id) ?? null }),
      (id) => (behind.has(id) ? refusal('identity.consent_needed') : null),
    ),
    withdrawalHold: async (_connection: unknown, id: string) => holds.get(id) ?? null,
    checkConsent: async (_connection: unknown, id: string) => (behind.has(id) ? refusal('identity.consent_needed') : null),
  }
  const risk = {
    mayTransact: async (_connection: unknown, id: string) => !inReview.has(id),
    inGroups: {
      mayTransact: (key: string) => ({ text: `SELECT to_jsonb(asked.${key})`, read: (id: unknown) => !inReview.has(String(id)) }),
    },
  }
  limits = createLimits(platform, { kyc, identity, risk, configuration: testConfiguration(platform) })
})
afterAll(async () => {
  await database.drop()
  platform.remove()
})

/** Answer within a transaction, after a check that a group of use cases gets the same one. */
async function mayTrade(id: string): Promise<string> {
  const codeOf = async (ask: () => unknown) => {
    try {
      await ask()
      return 'yes'
    } catch (error) {
      return (error as Refused).refusal.code
    }
  }
  const alone = await codeOf(() => inTransaction(database.db, (tx) => limits.mayTrade(tx, id)))
  const { text, read } = limits.inGroups.trader({ account: 'owner', now: 'now' })
  const { rows } = await sql<{ found: unknown }>`SELECT (${sql.raw(text)}) AS found
    FROM (SELECT ${id}::uuid AS owner, ${platform.clock.now()}::timestamptz AS now) AS asked`.execute(database.db)
  expect(await codeOf(() => limits.inGroups.mayTrade({} as Work, read(rows[0]?.found)))).toBe(alone)
  return alone
}

async function person(level: 1 | 2 | 3): Promise<string> {
  const accountId = newId()
  const dossier = {
    personType: 'natural',
    fullName: 'Ana',
    documentType: 'CC',
    documentNumber: newDocumentNumber(),
    phone: '+573001234567',
  } as const
  await kyc.ensureVerified({ accountId, level, ...dossier })
  return accountId
}
const use = (accountId: string, amountCop: bigint, operationId: string = newId(), direction: 'deposit' | 'withdrawal' = 'deposit') =>
  inTransaction(database.db, (tx) => limits.reserveLimit(tx, { accountId, direction, amountCop, operationId }))
const outcomes = async (uses: Promise<unknown>[]) => {
  const settled = await Promise.allSettled(uses)
  return {
    passed: settled.filter(({ status }) => status === 'fulfilled').length,
    failed: settled.flatMap((one) => (one.status === 'rejected' ? [one.reason.refusal.code] : [])),
  }
}
const usedOf = async (accountId: string) => {
  const { rows } = await database.pool.query(
    `SELECT used FROM limits.month_use WHERE account_id = $1 AND direction = 'deposit' ORDER BY month`,
    [accountId],
  )
  return rows.map(({ used }) => used / MILLION_COP)
}

describe('monthly limits', () => {
  it('SEC-30 KYC-18 R38 thirty concurrent requests at the boundary: exactly the maximum passes', async () => {
    for (const [level, passes] of [
      [1, 13],
      [2, 20],
    ] as const) {
      const id = await person(level)
      const size = level === 1 ? MILLION_COP : 2n * MILLION_COP
      const { passed, failed } = await outcomes(Array.from({ length: 30 }, () => use(id, size)))
      expect(passed).toBe(passes)
      expect(new Set(failed)).toEqual(new Set(['limits.monthly_exceeded']))
    }
  })

  it('SEC-28 KYC-18 level 3 has no limit, level 0 may do nothing', async () => {
    await use(await person(3), 1_000_000n * MILLION_COP)
    await expect(use(newId(), 1n)).rejects.toMatchObject({ refusal: { code: 'limits.not_verified' } })
  })

  it('KYC-18 every customer reads the limits of each level, as configured', async () => {
    const levels = limits.routes.find(({ name }) => name === 'levels')
    expect(await levels?.handle({} as never)).toEqual([
      { level: 1, maximum: 13n * MILLION_COP },
      { level: 2, maximum: 40n * MILLION_COP },
      { level: 3, maximum: null },
    ])
  })

  it('returns how much is used of how much, in pesos', async () => {
    const id = await person(1)
    await use(id, 13n * MILLION_COP)
    await expect(use(id, 1n)).rejects.toMatchObject({ refusal: { params: { used: '13.000.000', maximum: '13.000.000' } } })
  })

  it('SHELL-03 a customer who has not accepted the terms in force may withdraw, and begins neither a deposit nor a trade', async () => {
    const id = await person(1)
    const before = newId()
    await use(id, MILLION_COP, before)
    behind.add(id)
    await expect(use(id, MILLION_COP)).rejects.toMatchObject({ refusal: { code: 'identity.consent_needed' } })
    expect(await mayTrade(id)).toBe('identity.consent_needed')
    await use(id, MILLION_COP, before)
    await use(id, MILLION_COP, newId(), 'withdrawal')
    behind.delete(id)
    await use(id, MILLION_COP)
  })

  it('R9 withdrawals wait for the end of a cooldown, deposits do not; a copy of an earlier request is not refused', async () => {
    const id = await person(1)
    const before = newId()
    await use(id, MILLION_COP, before, 'withdrawal')
    const until = new Date(platform.clock.now().getTime() + 86_400_000)
    holds.set(id, { until, reason: 'password_changed' })
    await expect(use(id, MILLION_COP, newId(), 'withdrawal')).rejects.toMatchObject({ refusal: { code: 'limits.withdrawals_on_hold' } })
    await use(id, MILLION_COP, before, 'withdrawal')
    await use(id, MILLION_COP)
    expect(await inTransaction(database.db, (tx) => limits.payoutBlockedUntil(tx, id))).toEqual(until)
  })

  it('R12 money held for a suspended person is not paid out until they may move money again', async () => {
    const id = await person(1)
    const waits = () => inTransaction(database.db, (tx) => limits.payoutBlockedUntil(tx, id))
    expect(await waits()).toBeNull()
    states.set(id, 3)
    expect((await waits())?.getTime()).toBeGreaterThan(platform.clock.now().getTime())
    states.set(id, 2)
    expect(await waits()).toBeNull()
  })

  it('ADM-09 a customer in review neither deposits, withdraws nor trades, and their held money waits', async () => {
    const id = await person(1)
    const before = newId()
    await use(id, MILLION_COP, before)
    const payout = () => inTransaction(database.db, (tx) => limits.payoutBlockedUntil(tx, id))
    expect(await payout()).toBeNull()
    inReview.add(id)
    const inReviewNow = { refusal: { code: 'limits.in_review' } }
    for (const direction of ['deposit', 'withdrawal'] as const)
      await expect(use(id, MILLION_COP, newId(), direction)).rejects.toMatchObject(inReviewNow)
    expect(await mayTrade(id)).toBe('limits.in_review')
    expect((await payout())?.getTime()).toBeGreaterThan(platform.clock.now().getTime())
    inReview.delete(id)
    expect(await payout()).toBeNull()
    await use(id, MILLION_COP, newId(), 'withdrawal')
    expect(await mayTrade(id)).toBe('yes')
  })

  it('EX-06 a trade is for verified customers who are not blocked, and waits for no withdrawal cooldown', async () => {
    const id = await person(1)
    holds.set(id, { until: new Date(platform.clock.now().getTime() + 86_400_000), reason: 'password_changed' })
    expect([await mayTrade(id), await mayTrade(newId())]).toEqual(['yes', 'limits.not_verified'])
    states.set(id, 3)
    expect(await mayTrade(id)).toBe('limits.blocked')
  })

  it('one operation counts once for any number of requests, and deposits do not use up withdrawals', async () => {
    const id = await person(1)
    const operation = newId()
    expect((await outcomes(Array.from({ length: 20 }, () => use(id, 13n * MILLION_COP, operation)))).passed).toBe(20)
    expect(await usedOf(id)).toEqual([13n])
    await use(id, 13n * MILLION_COP, newId(), 'withdrawal')
  })

  it('a use is released once and counted again once, in its own month', async () => {
    const id = await person(1)
    const operation = newId()
    await use(id, 5n * MILLION_COP, operation)
    platform.clock.advance(32 * 86_400_000)
    const change = (to: 'releaseUsage' | 'reinstateUsage') => inTransaction<unknown>(database.db, (tx) => limits[to](tx, operation))
    await Promise.all([change('releaseUsage'), change('releaseUsage'), change('releaseUsage')])
    expect(await usedOf(id)).toEqual([0n])
    await Promise.all([change('reinstateUsage'), change('reinstateUsage')])
    expect(await usedOf(id)).toEqual([5n])
    await use(id, 13n * MILLION_COP)
    expect(await usedOf(id)).toEqual([5n, 13n])
  })

  it('KYC-18 two abandoned operations that arrive concurrently above the maximum: both are counted, one is reported as above it', async () => {
    const id = await person(1)
    const operations = [newId(), newId()]
    for (const operation of operations) {
      await use(id, 9n * MILLION_COP, operation)
      await inTransaction(database.db, (tx) => limits.releaseUsage(tx, operation))
    }
    const answers = await Promise.all(operations.map((one) => inTransaction(database.db, (tx) => limits.reinstateUsage(tx, one))))
    expect(answers.map((refused) => refused?.code ?? null).sort()).toEqual(['limits.monthly_exceeded', null])
    expect(await usedOf(id)).toEqual([18n])
  })

  it('a transaction that rolls back counts no use', async () => {
    const id = await person(1)
    const failing = inTransaction(database.db, async (tx) => {
      await limits.reserveLimit(tx, { accountId: id, direction: 'deposit', amountCop: MILLION_COP, operationId: newId() })
      throw new Error('no money')
    })
    await expect(failing).rejects.toThrow('no money')
    expect(await usedOf(id)).toEqual([])
  })

  it('suspended and closed accounts are blocked, state 1 is not verified', async () => {
    const id = await person(3)
    for (const [state, code] of [
      [1, 'limits.not_verified'],
      [3, 'limits.blocked'],
      [4, 'limits.blocked'],
    ] as const) {
      states.set(id, state)
      await expect(use(id, 1n)).rejects.toMatchObject({ refusal: { code } })
    }
  })

  it('the month changes at midnight in Bogotá', () => {
    expect(bogotaMonth(new Date('2026-03-01T04:59:59.999Z'))).toBe('2026-02-01')
    expect(bogotaMonth(new Date('2026-03-01T05:00:00.000Z'))).toBe('2026-03-01')
    expect(bogotaMonth(new Date('2027-01-01T04:00:00Z'))).toBe('2026-12-01')
  })
})
