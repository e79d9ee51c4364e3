/** Officers' level that overrides the points: with a reason and an expiry, never below a floor, over the real database and HTTP. */
import { bogotaDay, endOfBogotaDay } from '@tunjo/contract/bogota-day'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { decideVersion } from '../../reference/configuration/testing.ts'
import { idOfOfficer, type KycTest, newOfficer, startKycTest } from '../kyc/testing.ts'
import { DAY_MS, REASON, riskTest } from './testing.ts'

vi.setConfig({ testTimeout: 120_000 })

let test: KycTest
let people: ReturnType<typeof riskTest>
beforeAll(async () => {
  test = await startKycTest()
  people = riskTest(test)
})
afterAll(() => test.stop())

/** A high-risk activity: "Actividades de juegos de azar y apuestas". */
const CASINO = 509
const IN_REVIEW = ['limits.in_review', 'limits.in_review']
const inDays = (days: number) => bogotaDay(new Date(test.platform.clock.now().getTime() + days * DAY_MS))
const end = (userId: string, officer?: string) => people.post('end-risk-level', { userId, reason: REASON }, officer)

describe('ADM-09 level set by an officer', () => {
  it('lasts to the end of its day, for twelve months without a given day and never longer', async () => {
    const id = await people.customer()
    for (const until of [inDays(-1), inDays(367), '9999-12-31'])
      expect((await people.setLevel(id, 'high', { until })).code).toBe('risk.until_out_of_bounds')
    expect((await people.setLevel(id, 'high')).body).toMatchObject({ level: 'high', levelUntil: expect.any(String) })
    const { levelUntil, history } = await people.risk(id)
    expect(Date.parse(levelUntil) - test.platform.clock.now().getTime()).toBeGreaterThan(364 * DAY_MS)
    expect(history).toMatchObject([{ action: 'level', after: 'high', until: levelUntil, riskBefore: 'low', riskAfter: 'high' }])
    // One officer alone never shortens it.
    await people.byTwo(await people.setLevel(id, 'high', { until: inDays(3) }))
    expect((await people.risk(id)).levelUntil).toBe(endOfBogotaDay(inDays(3)).toISOString())
    expect((await people.setLevel(id, 'high', { until: inDays(3) })).code).toBe('risk.nothing_changes')
  })

  it('expires automatically, from that moment for money, and officers are notified', async () => {
    const id = await people.customer()
    const officer = idOfOfficer(newOfficer())
    await people.setLevel(id, 'high', { until: inDays(1) })
    expect(await people.mayMove(id)).toEqual(IN_REVIEW)
    test.platform.clock.advance(2 * DAY_MS)
    expect(await people.mayMove(id)).toEqual(['yes', 'yes'])
    test.riskOfficers.add(officer)
    await Promise.all(Array.from({ length: 10 }, () => test.risk.expireOfficerLevels()))
    test.riskOfficers.delete(officer)
    const { risk, level, levelUntil, history } = await people.risk(id)
    expect([risk, level, levelUntil]).toEqual(['low', null, null])
    expect(history).toMatchObject([
      { action: 'expired', before: 'high', after: 'none', riskBefore: 'high', riskAfter: 'low', officer: null },
      { action: 'level' },
    ])
    expect(history).toHaveLength(2)
    expect(test.notices.filter(({ accountId }) => accountId === officer)).toMatchObject([
      { kind: 'risk.level_changed', values: { before: 'high', after: 'low', why: 'expired' } },
    ])
    expect(await auditTrail(test.database.db, { action: 'risk.level_expired', objectId: id })).toHaveLength(1)
  })

  it('below the points needs two officers, and ends with its day: then money is stopped again before any job ran', async () => {
    const id = await people.customer()
    await decideVersion(test.platform, 'risk', { numbers: { activityHigh: '20', mediumFrom: '20' } })
    await people.declares(id, { livesInColombia: true, economicActivityID: CASINO })
    await people.reassess(id)
    expect(await people.risk(id)).toMatchObject({ risk: 'medium', assessment: { total: 20, byPoints: 'medium', floors: [] } })
    const maker = newOfficer()
    const lower = await people.setLevel(id, 'low', { until: inDays(5) }, maker)
    expect((await people.agree(lower, maker)).code).toBe('approvals.own_request')
    expect(await people.mayMove(id)).toEqual(IN_REVIEW)
    await people.byTwo(lower)
    expect(await people.risk(id)).toMatchObject({ risk: 'low', level: 'low', assessment: { calculated: 'medium' } })
    await people.reassess(id)
    expect(await people.mayMove(id)).toEqual(['yes', 'yes'])
    test.platform.clock.advance(6 * DAY_MS)
    expect(await people.mayMove(id)).toEqual(IN_REVIEW)
    await test.risk.expireOfficerLevels()
    expect(await people.risk(id)).toMatchObject({ risk: 'medium', level: null })
    expect(people.notices(id).at(-1)).toBe('risk.paused')
    await decideVersion(test.platform, 'risk', { numbers: { mediumFrom: '35' } })
  })

  it('by one officer never lowers what the points give later', async () => {
    const id = await people.customer()
    expect((await people.setLevel(id, 'medium')).status).toBe(200)
    await decideVersion(test.platform, 'risk', { numbers: { activityHigh: '20', mediumFrom: '10', highFrom: '20' } })
    await people.declares(id, { livesInColombia: true, economicActivityID: CASINO })
    await people.reassess(id)
    expect(await people.risk(id)).toMatchObject({ risk: 'high', level: 'medium' })
    await decideVersion(test.platform, 'risk', { numbers: { mediumFrom: '35', highFrom: '60' } })
  })

  it('is ended by one officer when no level falls, and by two when it does', async () => {
    const id = await people.customer()
    expect((await end(id)).code).toBe('risk.nothing_changes')
    await people.setLevel(id, 'high')
    const ended = await end(id)
    expect(ended.status).toBe(202)
    expect((await people.risk(id)).risk).toBe('high')
    await people.byTwo(ended)
    expect(await people.risk(id)).toMatchObject({ risk: 'low', level: null, levelUntil: null })
    await people.alert(id, 17)
    await people.settle()
    await people.setLevel(id, 'medium')
    expect((await end(id)).body).toMatchObject({ risk: 'medium', level: null })
  })

  it('a request for a lower one from before a floor is not executed', async () => {
    const id = await people.customer()
    await people.setLevel(id, 'high')
    const lower = await people.setLevel(id, 'low')
    await people.alert(id, 18, 802)
    expect((await people.agree(lower)).code).toBe('approvals.facts_changed')
    expect((await people.risk(id)).risk).toBe('high')
  })

  it('a request for a lower one from before an alert is not executed, also without a floor', async () => {
    const id = await people.customer()
    await people.setLevel(id, 'high')
    const lower = await people.setLevel(id, 'low')
    await people.alert(id, 11)
    expect(await people.agree(lower)).toMatchObject({ status: 409, code: 'approvals.facts_changed' })
    expect((await people.risk(id)).risk).toBe('high')
  })
})
