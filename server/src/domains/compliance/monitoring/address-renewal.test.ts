/**
 * Backfill of address digests after the normaliser changed: by a job, without losing a customer or notifying one twice (ADM-13, alert 10).
 */
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { sha256 } from '../../../platform/database/ids.ts'
import { startAddressRenewal } from './address-renewal.ts'
import { monitoringFigures } from './figures.ts'
import { type MonitoringTest, startMonitoringTest } from './testing.ts'

const PROCESS = new URL('./process.testing.ts', import.meta.url)
let test: MonitoringTest
beforeAll(async () => {
  test = await startMonitoringTest()
})
afterAll(() => test?.stop())

const NAMES = ['Luis Rojas Pérez', 'Juan Gómez Díaz', 'Eva Ruiz Mora']
const DOORS = ['Calle 10 Sur # 5-20 Torre 2 Apto 4', 'CL 10 5 20 S AP 4 TO 2', 'Cll 10S No. 5-20 T. 2 apt 4']
/** Customers at one door, each with a digest of an earlier version: of the words as they were written. */
async function neighbours(): Promise<string[]> {
  const people: string[] = []
  for (const [at, name] of NAMES.entries()) {
    const id = await test.newCustomer()
    await sql`INSERT INTO kyc.dossier (account_id, person_type, full_name, document_type, document_number, phone, updated_at, country, address)
      VALUES (${id}, 'natural', ${name}, 'CC', ${id.slice(-10)}, '+57', now(), 'CO', ${DOORS[at] ?? ''})`.execute(test.database.owner)
    await sql`INSERT INTO monitoring.address (account_id, digest, family, edition) VALUES (${id}, ${sha256(`CO ${DOORS[at]}`)}, ${sha256(name)}, 1)`.execute(
      test.database.owner,
    )
    people.push(id)
  }
  return people
}
const digests = async (people: readonly string[]) =>
  (
    await sql<{ digest: string }>`SELECT DISTINCT digest FROM monitoring.address WHERE account_id = ANY(${people}::uuid[])`.execute(
      test.database.owner,
    )
  ).rows
const outdated = async () => (await monitoringFigures(test.platform).read()).addresses_to_renew
const alerts = async (accountId: string) => (await test.episodes(accountId)).filter(({ kind }) => kind === 10)
const findings = async (accountId: string) =>
  (await sql`SELECT 1 FROM monitoring.finding WHERE account_id = ${accountId} AND kind = 10`.execute(test.database.owner)).rows.length
const renew = async () => {
  await startAddressRenewal(test.platform)
  await test.platform.jobs.drain()
}

it('while some digests are outdated, shared addresses raise and close no alert; afterwards all customers are evaluated', async () => {
  const people = await neighbours()
  const [first = ''] = people
  expect(await outdated()).toBe(3)
  await test.emit('kyc.form_sent', { accountId: first, form: 'natural-2' })
  await test.platform.jobs.drain()
  expect([await alerts(first), await findings(first)]).toEqual([[], 0])
  await renew()
  expect([await outdated(), (await digests(people)).length]).toEqual([0, 1])
  for (const id of people) {
    expect(await alerts(id)).toMatchObject([{ state: 'open', opening: expect.stringContaining('2 clientes de otros apellidos') }])
  }
  // A second run finds nothing new, and the row stores its position.
  await renew()
  await sql`UPDATE monitoring.address SET edition = 1`.execute(test.database.owner)
  await renew()
  for (const id of people) expect([(await alerts(id)).length, await findings(id)]).toEqual([1, 1])
  const { rows } = await sql`SELECT renewed, asked, renewed_at IS NOT NULL AS "isRenewed", finished_at IS NOT NULL AS "isFinished"
    FROM monitoring.address_renewal`.execute(test.database.owner)
  expect(rows).toEqual([{ renewed: 5, asked: 6, isRenewed: true, isFinished: true }])
})

it.each(['monitoring.addresses_renewed', 'monitoring.addresses_asked'])(
  'a killed process (%s) loses no customer: another one resumes where it was',
  async (failpoint) => {
    const people = await neighbours()
    await startAddressRenewal(test.platform)
    const argument = [JSON.stringify(test.database.connection)]
    const dying = runTypeScript(PROCESS, argument, { FAULT_AT: failpoint })
    expect(await once(dying.child, 'exit')).toEqual([null, 'SIGKILL'])
    await afterKill(test.database.owner)
    await sql`UPDATE platform.job SET lease_until = now() - interval '1 second' WHERE done_at IS NULL`.execute(test.database.owner)
    await renew()
    expect([await outdated(), (await digests(people)).length]).toEqual([0, 1])
    for (const id of people) expect([(await alerts(id)).length, await findings(id)]).toEqual([1, 1])
  },
  60_000,
)
