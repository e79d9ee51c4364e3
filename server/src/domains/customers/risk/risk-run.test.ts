/** Batch reassessment of all customers, nightly and after a change of the numbers: over the real database, with killed processes. */
import { rmSync } from 'node:fs'
import { bogotaDay, startOfBogotaDay } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { decideVersion } from '../../reference/configuration/testing.ts'
import { idOfOfficer, type KycTest, newOfficer, startKycTest } from '../kyc/testing.ts'
import { DAY_MS, riskTest } from './testing.ts'

vi.setConfig({ testTimeout: 120_000 })

const PROCESS = new URL('./process.testing.ts', import.meta.url)
const TIMEOUT_MS = 60_000
let test: KycTest
let people: ReturnType<typeof riskTest>
beforeEach(async () => {
  test = await startKycTest()
  people = riskTest(test)
  return () => test.stop()
})
afterEach(() => vi.restoreAllMocks())

const now = () => test.platform.clock.now()
/** Runs the due nightly run to its end. */
async function night(): Promise<void> {
  await test.risk.reassessAll()
  await people.settle()
}
const runs = async () =>
  (
    await sql<{
      day: string
      configuration_version: number
      people: number
      raised: number
      lowered: number
      failures: number
      ended: boolean
    }>`
      SELECT day::text, configuration_version, people, raised, lowered, failures, finished_at IS NOT NULL AS ended FROM risk.run ORDER BY started_at`.execute(
      test.database.owner,
    )
  ).rows
/** Without a risk row: never assessed. */
const customers = (count: number) =>
  sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    SELECT gen_random_uuid(), gen_random_uuid() || '@correo.example', 'x', ARRAY['ROLE_USER'], 2, 'es', '2020-01-01', now()
    FROM generate_series(1, ${count})`.execute(test.database.owner)

describe('ADM-09 risk run over all customers', () => {
  it('runs once a night for all customers, and finds changes without an event: elapsed days', async () => {
    const young = await people.customer(now())
    await customers(3)
    await night()
    await night()
    expect(await runs()).toMatchObject([{ people: 4, raised: 0, failures: 0, ended: true }])
    expect(await people.risk(young)).toMatchObject({ assessment: { total: 10 } })
    test.platform.clock.advance(91 * DAY_MS)
    await night()
    expect(await people.risk(young)).toMatchObject({ assessment: { total: 0 } })
    expect(await runs()).toHaveLength(2)
    expect(await test.risk.figures.read()).toMatchObject({ run_failures: 0, levels_overdue: 0, unassessed: 0 })
  })

  it('runs again when another version of the numbers begins, at midnight in Bogotá and not before; officers get the counts', async () => {
    const id = await people.customer()
    await people.declares(id, { livesInColombia: true, economicActivityID: 509 })
    const officer = idOfOfficer(newOfficer())
    test.riskOfficers.add(officer)
    await night()
    const tomorrow = bogotaDay(new Date(now().getTime() + DAY_MS))
    await decideVersion(test.platform, 'risk', { numbers: { mediumFrom: '20' } }, startOfBogotaDay(tomorrow))
    await night()
    expect((await people.risk(id)).risk).toBe('low')
    test.platform.clock.advance(startOfBogotaDay(tomorrow).getTime() - now().getTime() - 1_000)
    await night()
    expect((await people.risk(id)).risk).toBe('low')
    test.platform.clock.advance(2_000)
    await night()
    expect(await people.risk(id)).toMatchObject({ risk: 'medium', assessment: { configurationVersion: 2, mediumFrom: 20 } })
    expect((await runs()).at(-1)).toMatchObject({ configuration_version: 2, raised: 1, lowered: 0, ended: true })
    expect(test.notices.filter(({ accountId }) => accountId === officer)).toMatchObject([
      { kind: 'risk.levels_changed', values: { raised: '1', lowered: '0' } },
    ])
  })

  it('a customer whose facts cannot be read does not block the others, and is reported as a failure', async () => {
    const [fine, broken] = [await people.customer(), await people.customer()]
    await people.declares(fine, { livesInColombia: true, economicActivityID: 509 })
    await people.declares(broken, { livesInColombia: true, economicActivityID: 'no es un número' })
    await night()
    expect(await runs()).toMatchObject([{ people: 2, failures: 1, ended: true }])
    expect(await people.risk(fine)).toMatchObject({ assessment: { total: 20 } })
  })

  it.each([
    ['before it is committed', 'risk.looked_at_some'],
    ['after it', 'risk.looked_committed'],
  ])('a process that is killed %s is followed by one that resumes: each change exists once', async (_when, point) => {
    const id = await people.customer()
    await people.declares(id, { livesInColombia: false, outsideCountry: 'KP', economicActivityID: 509 })
    const dying = runTypeScript(PROCESS, [JSON.stringify(test.database.connection)], { FAULT_AT: point })
    const { dataDir } = JSON.parse(await dying.nextLine())
    await vi.waitFor(() => expect(dying.child.signalCode ?? dying.child.exitCode).not.toBeNull(), TIMEOUT_MS)
    await afterKill(test.database.owner)
    rmSync(dataDir, { recursive: true, force: true })
    const next = runTypeScript(PROCESS, [JSON.stringify(test.database.connection)])
    const other = JSON.parse(await next.nextLine())
    await vi.waitFor(async () => expect(await runs()).toMatchObject([{ people: 1, raised: 1, ended: true }]), TIMEOUT_MS)
    await next.kill()
    rmSync(other.dataDir, { recursive: true, force: true })
    const { risk, history } = await people.risk(id)
    expect([risk, history.length]).toEqual(['medium', 1])
  })

  it('two concurrent processes change no customer twice', async () => {
    for (let index = 0; index < 5; index++) {
      const id = await people.customer()
      await people.declares(id, { livesInColombia: false, outsideCountry: 'KP', economicActivityID: 29 })
    }
    const processes = [0, 1].map(() => runTypeScript(PROCESS, [JSON.stringify(test.database.connection)]))
    const folders = await Promise.all(processes.map(async (one) => JSON.parse(await one.nextLine()).dataDir))
    await vi.waitFor(async () => expect(await runs()).toMatchObject([{ people: 5, raised: 5, ended: true }]), TIMEOUT_MS)
    await Promise.all(processes.map((one) => one.kill()))
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    const changes = await sql`SELECT 1 FROM risk.change WHERE action = 'assessed'`.execute(test.database.owner)
    expect(changes.rows).toHaveLength(5)
  })

  it('an expired override that no process ended is shown by a metric', async () => {
    const id = await people.customer()
    await people.setLevel(id, 'high', { until: bogotaDay(now()) })
    test.platform.clock.advance(3 * DAY_MS)
    expect(await test.risk.figures.read()).toMatchObject({ levels_overdue: 1 })
    await test.risk.expireOfficerLevels()
    expect(await test.risk.figures.read()).toMatchObject({ levels_overdue: 0 })
  })
})
