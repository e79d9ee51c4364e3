/** Test harness of background checks over the real database, HTTP and the provider's sandbox. */
import type { BackgroundCheck } from '@tunjo/contract/background-checks'
import type { RunningSandbox } from '../../../../../../dev/sandbox/index.ts'
import { SANDBOX_SECRETS } from '../../../../../../dev/sandbox/secrets.ts'
import { startTestSandbox, type TestSandbox } from '../../../../../../dev/sandbox/testing.ts'
import { newDocumentNumber } from '../../../../../../dev/testing/document-number.ts'
import { newId } from '../../../../platform/database/ids.ts'
import type { Environment } from '../../../../platform/process/settings.ts'
import { type Answer, type KycTest, level1Fields, newOfficer, startKycTest } from '../../../customers/kyc/testing.ts'

export const providerEnvironment = (sandbox: Pick<RunningSandbox, 'baseUrls'>): Environment => ({
  TUSDATOS_URL: sandbox.baseUrls.tusdatos,
  TUSDATOS_USER: SANDBOX_SECRETS.tusdatos.user,
  TUSDATOS_PASSWORD: SANDBOX_SECRETS.tusdatos.password,
})

/** The findings of the sandbox depend on the last digit. */
export const documentEndingIn = (digit: number): string => `${newDocumentNumber().slice(0, 9)}${digit}`

export interface ChecksTest extends KycTest {
  readonly sandbox: TestSandbox
  /** A customer who sent level 1, without a decision about it. */
  customer(digit: number, fields?: object): Promise<string>
  launch(person: string, options?: object, officer?: string): Promise<Answer>
  /** The newest check. */
  current(person: string): Promise<BackgroundCheck>
  report(id: string): Promise<Answer>
  /** Runs jobs and advances the clock between them, until the newest check is in one of the states. */
  until(person: string, ...states: readonly BackgroundCheck['state'][]): Promise<BackgroundCheck>
  /** Launches of this document that the provider knows. */
  launchesOf(document: string): number
}

export async function startChecksTest(more: Environment = {}): Promise<ChecksTest> {
  const time: { now: () => Date } = { now: () => new Date() }
  const sandbox = await startTestSandbox({ clock: { now: () => time.now() } })
  sandbox.sandbox.controls.apply({ action: 'configure', tusdatosDelayMs: 0 })
  const test = await startKycTest({ ...providerEnvironment(sandbox.sandbox), ...more })
  time.now = () => test.platform.clock.now()
  const call = (method: string, path: string, body?: object, officer = newOfficer()) =>
    test.call(officer, method, `/api/administrative/screening/checks${path}`, body)
  const current = async (person: string) => (await call('GET', `?userId=${person}`)).body.current
  return {
    ...test,
    sandbox,
    async customer(digit, fields = {}) {
      const person = newId()
      const sent = await test.send(person, 'natural-1', { ...level1Fields(), identificationNumber: documentEndingIn(digit), ...fields })
      if (sent.status !== 200) throw new Error(sent.text)
      await test.platform.jobs.drain()
      return person
    },
    launch: (person, options = {}, officer) => call('POST', '', { userId: person, ...options }, officer),
    current,
    report: (id) => call('GET', `/${id}/report`),
    async until(person, ...states) {
      for (let turn = 0; turn < 40; turn++) {
        await test.platform.jobs.drain()
        const check: BackgroundCheck = await current(person)
        if (states.includes(check.state)) return check
        test.platform.clock.advance(3_000)
      }
      throw new Error(`the check is ${(await current(person)).state}`)
    },
    launchesOf: (document) => sandbox.sandbox.controls.store.checks.all().filter(({ doc }) => doc === document).length,
    async stop() {
      await test.stop()
      await sandbox.close()
    },
  }
}
