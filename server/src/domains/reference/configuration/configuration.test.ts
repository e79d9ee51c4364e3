/** Configuration with effective dates over the real database and HTTP: two officers decide, and money reads one version. */
import { bogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { CONFIGURATION, firstNumbersOf, SET_NAMES, wordsOfSet } from '@tunjo/contract/configuration-catalogue'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { newDocumentNumber } from '../../../../../dev/testing/document-number.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { formatDay } from '../../../platform/time/format-date.ts'
import { type Answer, idOfOfficer, type KycTest, newOfficer, startKycTest } from '../../customers/kyc/testing.ts'
import { createParameters } from '../parameters/index.ts'
import { checkContent } from './change-approval.ts'
import { firstLists } from './seeds/first-lists.ts'

vi.setConfig({ testTimeout: 120_000 })

const PATH = '/api/administrative/configuration'
const REASON = 'Lo aprobó el comité de riesgo.'
const DAY_MS = 86_400_000
const PESOS = 100n
const MILLION = 1_000_000n * PESOS
let test: KycTest
beforeAll(async () => {
  test = await startKycTest()
})
afterAll(() => test.stop())

const shown = async (set: string, officer = newOfficer()) => (await test.call(officer, 'GET', `${PATH}/${set}`)).body
async function propose(set: string, numbers: object, more: object = {}, officer = newOfficer()): Promise<Answer> {
  const { versions } = await shown(set)
  const [newest] = versions
  const body = { numbers: { ...newest.numbers, ...numbers }, lists: newest.lists, fromDay: null, reason: REASON, ...more }
  return test.call(officer, 'POST', `${PATH}/${set}/versions`, body)
}
const act = (what: string, { body }: Answer, officer = newOfficer()) =>
  test.call(officer, 'POST', `/api/administrative/approvals/${body.approvalRequestId}/${what}`, { note: what === 'approve' ? '' : REASON })
async function decide(set: string, numbers: object, more: object = {}): Promise<void> {
  const proposed = await propose(set, numbers, more)
  expect([proposed.status, proposed.code]).toEqual([202, null])
  expect((await act('approve', proposed)).body).toMatchObject({ state: 'executed' })
}
const now = () => test.platform.clock.now()
const inDays = (days: number) => bogotaDay(new Date(now().getTime() + days * DAY_MS))
async function customer(level: 1 | 2 = 1): Promise<string> {
  const accountId = newId()
  const dossier = { personType: 'natural', fullName: 'Ana', documentType: 'CC', phone: '+573001234567' } as const
  await test.kyc.ensureVerified({ accountId, level, ...dossier, documentNumber: newDocumentNumber() })
  return accountId
}
const maximumNow = async (level: 0 | 1 | 2 | 3 = 1) => (await test.limits.monthlyMaximums(test.database.db, now()))(level)

describe('ADM-13 the configuration', () => {
  it('has every set with a first version that passes its own checks, from seeds that name their source', async () => {
    const { body } = await test.call(newOfficer(), 'GET', PATH)
    expect(body.map(({ set }: { set: string }) => set)).toEqual(SET_NAMES)
    const parameters = createParameters()
    for (const set of SET_NAMES) {
      const first = { numbers: firstNumbersOf(set), lists: firstLists(set), fromDay: null }
      expect(checkContent({ parameters }, set, first), set).toBeNull()
      expect(Object.keys(first.lists).sort(), set).toEqual(Object.keys(wordsOfSet(set).lists).sort())
    }
    expect(body.find(({ set }: { set: string }) => set === 'limits')).toMatchObject({
      version: 1,
      numbers: { level1: '13000000', level2: '40000000' },
      coming: null,
      changeWaits: false,
    })
    const { lists } = await shown('risk')
    expect(lists.jurisdictionsHigh).toEqual(['IR', 'KP', 'MM'])
    expect(lists.activitiesHigh).toContain('9200')
  })

  it('is changed by two officers, never by one, not in an emergency; the actors and the reason are kept', async () => {
    const maker = newOfficer()
    const proposed = await propose('screening', { reviewPercent: '82' }, {}, maker)
    expect(proposed.status).toBe(202)
    expect((await propose('screening', { reviewPercent: '81' })).code).toBe('approvals.already_waiting')
    expect(await shown('screening')).toMatchObject({ version: 1, changeWaits: true })
    expect((await act('approve', proposed, maker)).code).toBe('approvals.own_request')
    expect((await act('break-glass', proposed, maker)).code).toBe('approvals.never_alone')
    const checker = newOfficer()
    const agreed = await Promise.all([checker, ...Array.from({ length: 9 }, newOfficer)].map((one) => act('approve', proposed, one)))
    expect(agreed.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await shown('screening')).toMatchObject({ version: 2, changeWaits: false, numbers: { reviewPercent: '82' } })
    const { versions } = await shown('screening')
    expect(versions).toMatchObject([
      { version: 2, state: 'in_force', decision: { maker: idOfOfficer(maker), reason: REASON } },
      { version: 1, state: 'past', decision: null },
    ])
    expect(await auditTrail(test.database.db, { action: 'configuration.changed', objectId: 'screening' })).toMatchObject([
      { before: { version: 1, numbers: { reviewPercent: '80' } }, after: { version: 2, numbers: { reviewPercent: '82' } }, reason: REASON },
    ])
    const other = await propose('screening', { reviewPercent: '83' })
    expect((await act('refuse', other)).status).toBe(200)
    expect(await shown('screening')).toMatchObject({ version: 2, changeWaits: false })
  })

  it('refuses what is out of bounds, contradictory, unknown, duplicate, or unchanged', async () => {
    const { lists } = await shown('risk')
    const codes: readonly (readonly [string, object, object, string])[] = [
      ['limits', { level1: '1' }, {}, 'configuration.number_out_of_bounds'],
      ['limits', { level1: '50000000' }, {}, 'configuration.numbers_contradict'],
      ['limits', { level3: '50000000' }, {}, 'request.invalid'],
      ['limits', { level1: '13000000.5' }, {}, 'request.invalid'],
      ['limits', {}, {}, 'configuration.nothing_changes'],
      ['renewal', { lowMonths: '25' }, {}, 'configuration.number_out_of_bounds'],
      ['risk', {}, { lists: {} }, 'request.invalid'],
      ['risk', {}, { lists: { ...lists, jurisdictionsHigh: ['XX'] } }, 'configuration.code_unknown'],
      ['risk', {}, { lists: { ...lists, activitiesHigh: ['9999'] } }, 'configuration.code_unknown'],
      ['risk', {}, { lists: { ...lists, jurisdictionsHigh: ['KP', 'KP'] } }, 'configuration.code_twice'],
      ['risk', {}, { lists: { ...lists, jurisdictionsHigh: ['KP', 'VE'] } }, 'configuration.code_twice'],
      ['limits', { level1: '14000000' }, { fromDay: inDays(0) }, 'configuration.date_out_of_bounds'],
      ['limits', { level1: '14000000' }, { fromDay: inDays(400) }, 'configuration.date_out_of_bounds'],
      ['limits', { level1: '14000000' }, { reason: 'corta' }, 'request.reason_invalid'],
    ]
    for (const [set, numbers, more, code] of codes)
      expect((await propose(set, numbers, more)).code, JSON.stringify([set, numbers, more])).toBe(code)
    expect((await test.call(newOfficer(), 'GET', `${PATH}/toString`)).code).toBe('request.not_found')
    const analyst = newOfficer()
    test.analysts.add(idOfOfficer(analyst))
    expect((await test.call(analyst, 'GET', PATH)).code).toBe('access.permission_missing')
    expect((await test.call(await customer(), 'GET', PATH)).status).toBe(403)
  })

  it('a list shows added and removed countries; the inbox has both, and the second officer sees the result', async () => {
    const { lists } = await shown('risk')
    const proposed = await propose('risk', {}, { lists: { ...lists, jurisdictionsHigh: ['KP', 'IR', 'MM', 'AF'] } })
    const inbox = await test.call(newOfficer(), 'GET', `/api/administrative/approvals/${proposed.body.approvalRequestId}`)
    expect(inbox.body.changes ?? inbox.body.request?.changes).toEqual([
      { label: 'Configuración', before: null, after: 'Nivel de riesgo' },
      { label: CONFIGURATION.risk.lists.jurisdictionsHigh.es, before: null, after: '+ AF' },
      { label: 'Vale desde', before: null, after: 'La aprobación' },
    ])
    await act('approve', proposed)
    expect((await shown('risk')).lists.jurisdictionsHigh).toEqual(['KP', 'IR', 'MM', 'AF'])
  })
})

describe('KYC-18 R38 limits of a month by versions', () => {
  it('apply from the midnight of Bogotá of their day: for the screen, and for money, which is counted in the month of that moment', async () => {
    const person = await customer()
    const day = inDays(2)
    await decide('limits', { level1: '5000000' }, { fromDay: day })
    expect(await shown('limits')).toMatchObject({ version: 1, coming: { version: 2, from: startOfBogotaDay(day).toISOString() } })
    test.platform.clock.advance(startOfBogotaDay(day).getTime() - now().getTime() - 1_000)
    expect([await maximumNow(), await test.mayDeposit(person, 6n * MILLION)]).toEqual([13n * MILLION, 'yes'])
    test.platform.clock.advance(1_000)
    expect(await maximumNow()).toBe(5n * MILLION)
    expect((await test.limits.volume(person, 'deposit')).maximum).toBe(5n * MILLION)
    const other = await customer()
    expect([await test.mayDeposit(other, 5n * MILLION), await test.mayDeposit(other, 1n)]).toEqual(['yes', 'limits.monthly_exceeded'])
    expect(await maximumNow(3)).toBeNull()
    expect(await maximumNow(0)).toBe(0n)
    await decide('limits', { level1: '13000000' })
    expect(await test.mayDeposit(other, MILLION)).toBe('yes')
    const history = await test.limits.maximumHistory(test.database.db)
    expect(history(startOfBogotaDay(day))(1)).toBe(5n * MILLION)
    expect(history(new Date(startOfBogotaDay(day).getTime() - 1))(1)).toBe(13n * MILLION)
  })

  it('while a lower one begins, thirty concurrent withdrawals never pass the higher one, and later ones never pass the lower', async () => {
    const persons = await Promise.all(Array.from({ length: 6 }, () => customer()))
    const proposed = await propose('limits', { level1: '5000000' })
    const asked = persons.flatMap((person) => Array.from({ length: 5 }, () => test.mayDeposit(person, 4n * MILLION)))
    const [answers] = await Promise.all([Promise.all(asked), act('approve', proposed)])
    for (const [index] of persons.entries()) {
      const own = answers.slice(index * 5, index * 5 + 5)
      expect([1, 2, 3]).toContain(own.filter((answer) => answer === 'yes').length)
    }
    for (const person of persons) expect(await test.mayDeposit(person, 4n * MILLION)).toBe('limits.monthly_exceeded')
    await decide('limits', { level1: '13000000' })
  })

  it('SEC-77 a row that no two officers decided is ignored everywhere and raises a gauge, whatever its number', async () => {
    const before = await shown('limits')
    await sql`INSERT INTO configuration.version (set_name, version, numbers, lists, from_at, decided_at, maker_id, checker_id, reason, seal)
      VALUES ('limits', 900, '{"level1": "999000000", "level2": "9990000000"}', '{}', '2026-01-02', '2026-01-02', ${newId()}, ${newId()}, ${REASON},
        ${'ab'.repeat(32)})`.execute(test.database.db)
    // A copy of a decided version with another number: its seal does not fit.
    await sql`INSERT INTO configuration.version SELECT set_name, 901, numbers, lists, from_at, decided_at, maker_id, checker_id, reason, seal
      FROM configuration.version WHERE set_name = 'limits' AND numbers ->> 'level1' = '5000000' LIMIT 1`.execute(test.database.db)
    expect(await maximumNow()).toBe(13n * MILLION)
    expect(await shown('limits')).toEqual(before)
    expect(await test.configuration.figures.read()).toEqual({ unproved: 2 })
    await expect(sql`UPDATE configuration.version SET numbers = '{}' WHERE version = 2`.execute(test.database.db)).rejects.toThrow(
      'permission denied',
    )
    await decide('limits', { level1: '14000000' })
    expect([await maximumNow(), (await shown('limits')).version]).toEqual([14n * MILLION, 902])
    await decide('limits', { level1: '13000000' })
  })

  it('a version is read in the transaction of the money: a decision made meanwhile has no effect on it', async () => {
    const person = await customer()
    await inTransaction(test.database.db, async (tx) => {
      await sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`.execute(tx)
      const use = { accountId: person, direction: 'deposit', amountCop: 13n * MILLION, operationId: newId() } as const
      expect((await test.limits.monthlyMaximums(tx, now()))(1)).toBe(13n * MILLION)
      await decide('limits', { level1: '6000000' })
      await test.limits.reserveLimit(tx, use)
    })
    expect(await test.mayDeposit(person, 1n)).toBe('limits.monthly_exceeded')
    await decide('limits', { level1: '13000000' })
  })

  it('a proposed change shows how many people it affects', async () => {
    const person = await customer(2)
    expect(await test.mayDeposit(person, 20n * MILLION)).toBe('yes')
    const effect = async (level2: string) => {
      const numbers = JSON.stringify({ level1: '13000000', level2 })
      const { body } = await test.call(newOfficer(), 'GET', `${PATH}/limits/effect?numbers=${encodeURIComponent(numbers)}`)
      return Object.fromEntries(body.map(({ what, count }: { what: string; count: number }) => [what, count]))
    }
    const wide = await effect('40000000')
    expect((await effect('20000000')).people_over_limit).toBe(wide.people_over_limit + 1)
    const wrong = async (numbers: string) => (await test.call(newOfficer(), 'GET', `${PATH}/limits/effect?numbers=${numbers}`)).code
    expect([await wrong('{'), await wrong('{}'), await wrong('null')]).toEqual(['request.invalid', 'request.invalid', 'request.invalid'])
  })
})

describe('ADM-13 the second officer’s view', () => {
  it('has the day from which it applies', async () => {
    const day = inDays(3)
    const proposed = await propose('renewal', { highMonths: '3' }, { fromDay: day })
    const inbox = await test.call(newOfficer(), 'GET', `/api/administrative/approvals/${proposed.body.approvalRequestId}`)
    expect(inbox.text).toContain(formatDay(day))
    await act('refuse', proposed)
  })
})
