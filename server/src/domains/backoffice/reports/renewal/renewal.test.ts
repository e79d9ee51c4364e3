/** ADM-01 due dates of renewals, by the months of the configuration, as rows of the real database. */
import { rmSync } from 'node:fs'
import { CONFIGURATION, firstNumbersOf } from '@tunjo/contract/configuration-catalogue'
import { sql } from 'kysely'
import { expect, it, vi } from 'vitest'
import { afterKill } from '../../../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../../../dev/testing/child-process.ts'
import { platformOfFile } from '../../../../../../dev/testing/platform-of-file.ts'
import { renewalMonths } from '../../../../composition/renewal-months.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { decideVersion, testConfiguration } from '../../../reference/configuration/testing.ts'
import { applyMonths } from './apply-months.ts'

vi.setConfig({ testTimeout: 120_000 })

const PROCESS = new URL('./process.testing.ts', import.meta.url)
const TIMEOUT_MS = 60_000
const file = platformOfFile()
const ACCEPTED = new Date('2026-01-15T12:00:00Z')

async function person(risk: 'low' | 'medium' | 'high', isPep = false): Promise<string> {
  const id = newId()
  const { owner } = file.database
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${id}, ${`${id}@correo.example`}, 'x', ARRAY['ROLE_USER'], 2, 'es', now(), now())`.execute(owner)
  await sql`UPDATE reports.person SET verified_level = 1, accepted_at = ${ACCEPTED}, risk = ${risk}, is_pep = ${isPep} WHERE account_id = ${id}`.execute(
    owner,
  )
  return id
}
const renewDay = async (id: string) =>
  (await sql<{ day: string }>`SELECT renew_at::date::text AS day FROM reports.person WHERE account_id = ${id}`.execute(file.database.db))
    .rows[0]?.day

it('depends on risk and PEP, and on the configuration version in force at each moment', async () => {
  const configuration = testConfiguration(file.platform)
  const monthsAt = renewalMonths(configuration)
  const apply = () => applyMonths(file.platform, monthsAt)
  const people = [await person('low'), await person('medium'), await person('high'), await person('low', true), await person('high', true)]
  const days = () => Promise.all(people.map(renewDay))
  const first = ['2028-01-15', '2027-01-15', '2026-07-15', '2027-01-15', '2026-07-15']
  expect(await days()).toEqual(first)
  await apply()
  expect(await days()).toEqual(first)
  const tomorrow = new Date(file.platform.clock.now().getTime() + 86_400_000)
  await decideVersion(file.platform, 'renewal', { numbers: { ...firstNumbersOf('renewal'), lowMonths: '18', highMonths: '3' } }, tomorrow)
  await apply()
  expect(await days()).toEqual(first)
  file.platform.clock.advance(86_400_001)
  await Promise.all([apply(), apply()])
  const second = ['2027-07-15', '2027-01-15', '2026-04-15', '2027-01-15', '2026-04-15']
  expect(await days()).toEqual(second)
  expect(await renewDay(await person('low'))).toBe('2027-07-15')
})

it('after a process was killed half-way, another one updates the rest', async () => {
  const months = { version: 900, lowMonths: 12, mediumMonths: 12, highMonths: 6, pepMonths: 12 }
  const people = [await person('low'), await person('low')]
  const days = () => Promise.all(people.map(renewDay))
  const before = await days()
  const dying = runTypeScript(PROCESS, [JSON.stringify(file.database.connection), JSON.stringify(months)], {
    FAULT_AT: 'reports.renewal_reached_some',
  })
  const { dataDir } = JSON.parse(await dying.nextLine())
  await vi.waitFor(() => expect(dying.child.signalCode).toBe('SIGKILL'), TIMEOUT_MS)
  await afterKill(file.database.owner)
  rmSync(dataDir, { recursive: true, force: true })
  const open = await sql<{ version: number; applied_at: Date | null }>`SELECT version, applied_at FROM reports.renewal`.execute(
    file.database.db,
  )
  expect(open.rows).toEqual([{ version: 900, applied_at: null }])
  // The state after a process died before these two.
  const { owner } = file.database
  await sql`ALTER TABLE reports.person DISABLE TRIGGER person_renewal`.execute(owner)
  for (const id of people) await sql`UPDATE reports.person SET renew_at = '2030-01-01' WHERE account_id = ${id}`.execute(owner)
  await sql`ALTER TABLE reports.person ENABLE TRIGGER person_renewal`.execute(owner)
  await applyMonths(file.platform, async () => months)
  expect([await days(), before]).toEqual([
    ['2027-01-15', '2027-01-15'],
    ['2027-07-15', '2027-07-15'],
  ])
  const ended = await sql<{ applied: boolean }>`SELECT applied_at IS NOT NULL AS applied FROM reports.renewal`.execute(file.database.db)
  expect(ended.rows).toEqual([{ applied: true }])
})

it('a change reports how many people would have to renew', async () => {
  const configuration = testConfiguration(file.platform)
  const effects = new Map<string, Parameters<typeof configuration.countsEffect>[1]>()
  renewalMonths({ at: configuration.at, countsEffect: (set, count) => void effects.set(set, count) })
  await person('medium')
  const at = new Date('2026-12-01T12:00:00Z')
  const count = effects.get('renewal')
  const before = await count?.(file.database.db, firstNumbersOf('renewal'), at)
  const after = await count?.(file.database.db, { ...firstNumbersOf('renewal'), mediumMonths: '6' }, at)
  const of = (found: typeof before, what: string) => found?.find((one) => one.what === what)?.count ?? 0
  expect(of(after, 'people_to_renew')).toBeGreaterThan(of(before, 'people_to_renew'))
  expect(Object.keys(CONFIGURATION.renewal.numbers)).toHaveLength(5)
})
