/** Background checks whose process is killed at every step. */
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { afterKill } from '../../../../../../dev/testing/after-kill.ts'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { runTypeScript, type TestProcess } from '../../../../../../dev/testing/child-process.ts'
import { callKyc, newOfficer } from '../../../customers/kyc/testing.ts'
import { type ChecksTest, providerEnvironment, startChecksTest } from './testing.ts'

vi.setConfig({ testTimeout: 60_000 })

const PROCESS = new URL('./process.testing.ts', import.meta.url)
let test: ChecksTest
const running = new Set<TestProcess>()
beforeAll(async () => {
  test = await startChecksTest()
})
afterAll(async () => {
  for (const process of running) await process.kill()
  await test.stop()
})

/**
 * Steps before the provider has the result: it takes so long that a second launch finds the first one running. The other steps need no
 * wait.
 */
const BEFORE_RESULT = /check_(requested|claimed|asked|recorded|polled)|retry_(begun|asked)/

/** Start a process of the product that works on the pending jobs and is killed, as by kill -9, at `faultAt`. */
async function startDyingProcess(faultAt: string) {
  test.sandbox.sandbox.controls.apply({ action: 'configure', tusdatosDelayMs: BEFORE_RESULT.test(faultAt) ? 4_000 : 0 })
  // The clock of the test is ahead of that of the process.
  await sql`UPDATE platform.job SET run_at = now() WHERE done_at IS NULL`.execute(test.database.owner)
  const args = [test.database.connection, providerEnvironment(test.sandbox.sandbox)].map((argument) => JSON.stringify(argument))
  const process = runTypeScript(PROCESS, args, { FAULT_AT: faultAt })
  running.add(process)
  const { url, dataDir } = JSON.parse(await process.nextLine())
  const died = async () => {
    if (process.child.exitCode === null && process.child.signalCode === null) await once(process.child, 'exit')
    expect(process.child.signalCode).toBe('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
    await afterKill(test.database.owner)
  }
  return { url, died }
}

const count = async (what: ReturnType<typeof sql>) => {
  const found = await sql<{ count: number }>`SELECT count(*)::integer AS count FROM ${what}`.execute(test.database.db)
  return found.rows[0]?.count
}
const CHECKS = '/api/administrative/screening/checks'

describe('R17 kill -9 of a background check', () => {
  it.each([
    'screening.check_requested',
    'screening.check_claimed',
    'screening.check_asked',
    'screening.check_recorded',
    'screening.check_polled',
    'screening.report_fetched',
    'files.written',
    'screening.report_stored',
    'screening.report_kept',
  ])('at %s: the provider is asked once, the result is stored once, and its consequences happen once', async (point) => {
    const person = await test.customer(4)
    const dying = await startDyingProcess(point)
    await callKyc(dying.url, newOfficer(), 'POST', CHECKS, { userId: person }).catch(() => null)
    await dying.died()
    const check = await test.until(person, 'finished')
    expect(check.result).toMatchObject({ background: 'Alto', listed: 'Si', isValidated: true })
    expect(test.launchesOf(check.document?.number ?? '')).toBe(1)
    expect(await count(sql`screening.background_check WHERE account_id = ${person}`)).toBe(1)
    expect(await count(sql`screening.background_report WHERE account_id = ${person}`)).toBe(1)
    expect(await count(sql`alerts.episode WHERE account_id = ${person} AND kind = 2`)).toBe(1)
    expect(await count(sql`risk.change WHERE account_id = ${person}`)).toBe(1)
    expect(await auditTrail(test.database.db, { action: 'screening.check_ended', objectId: person })).toHaveLength(1)
  })

  it.each(['screening.retry_begun', 'screening.retry_asked', 'screening.check_polled', 'screening.report_stored'])(
    'at %s of a retry: the failed source is asked again, and the check is not clean before',
    async (point) => {
      const person = await test.customer(6)
      await test.launch(person)
      const { id } = await test.until(person, 'failed_sources')
      expect((await test.call(newOfficer(), 'POST', `${CHECKS}/${id}/retry`)).status).toBe(200)
      const dying = await startDyingProcess(point)
      await dying.died()
      expect(await test.current(person)).toMatchObject({ state: 'retrying', result: { background: null, listed: null, pep: null } })
      expect(await test.until(person, 'finished')).toMatchObject({ id, result: { background: 'No', isComplete: true } })
      expect(await count(sql`screening.background_report WHERE account_id = ${person}`)).toBe(2)
    },
  )
})
