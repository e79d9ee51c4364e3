import { ACCOUNT_STATE, type AccountState } from '@tunjo/contract/identity'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { TEST_ACTOR } from '../../../../../dev/testing/audit.ts'
import { waitingForLocks } from '../../../../../dev/testing/waiting-for-locks.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { createParameters } from '../../reference/parameters/index.ts'
import { type IdentityProcess, startIdentityProcess } from '../identity/identity.testing.ts'
import { createKyc, type Kyc } from './index.ts'
import { type KycTest, level1Fields, newOfficer, startKycTest } from './testing.ts'

let test: KycTest
let here: IdentityProcess
let kyc: Kyc
beforeAll(async () => {
  test = await startKycTest()
  here = await startIdentityProcess(test.database)
  kyc = createKyc(here.platform, { identity: here.identity, parameters: createParameters(), notifications: here.notifications })
})
afterAll(async () => {
  await here.close()
  await test.stop()
})

const NEW = { password: 'tres gatos en la ventana', authorities: ['ROLE_USER'], activated: true, langKey: 'es' } as const
const account = (state: AccountState) => here.identity.ensureAccount({ ...NEW, email: `${newId()}@correo.example`, state })

/** Person whose documents of level 1 were accepted. */
async function reviewed(state: AccountState): Promise<string> {
  const id = await account(state)
  await test.send(id, 'natural-1', level1Fields())
  await test.accept(
    newOfficer(),
    (await test.documents(id)).flatMap((document) => document.id ?? []),
  )
  return id
}
const change = (accountId: string, newLevel: number) =>
  inTransaction(here.platform.db, (tx) =>
    kyc.changeLevel(tx, {
      accountId,
      newLevel,
      reason: 'Documentos en orden.',
      actor: { kind: 'person', accountId: newId(), sessionId: null },
    }),
  )
const stateOf = async (id: string) => (await here.identity.person(id))?.state

it('KYC-15 the state of an account follows its level: 1, 2 and 1 again, and the person is notified', async () => {
  const id = await reviewed(ACCOUNT_STATE.unverified)
  await change(id, 2)
  expect(await stateOf(id)).toBe(ACCOUNT_STATE.verified)
  await change(id, 1)
  expect(await stateOf(id)).toBe(ACCOUNT_STATE.unverified)
  await here.platform.jobs.drain()
  const { email } = (await here.identity.person(id)) ?? {}
  const mails = ((await here.platform.mail.inbox(100)) ?? []).filter(({ to }) => to === email)
  expect(new Set(mails.map(({ subject }) => subject)).size, 'one of the level that came, one of the level that went').toBe(2)
})

it('an account that is suspended while its level is raised is suspended afterwards', async () => {
  const id = await reviewed(ACCOUNT_STATE.unverified)
  let raising: Promise<unknown> = Promise.resolve()
  await inTransaction(here.platform.db, async (tx) => {
    await here.identity.setState(tx, { accountId: id, state: ACCOUNT_STATE.suspended, actor: TEST_ACTOR })
    raising = change(id, 2)
    // It reached the account's row lock and waits there.
    await expect.poll(() => waitingForLocks(here.platform.db)).toBe(1)
  })
  await raising
  expect(await stateOf(id)).toBe(ACCOUNT_STATE.suspended)
  expect((await kyc.person(id))?.verifiedLevel).toBe(1)
})

it('D9 documents of a closed account are not in the officers’ queue', async () => {
  const id = await account(ACCOUNT_STATE.unverified)
  await test.send(id, 'natural-1', level1Fields())
  const waiting = () => sql`SELECT 1 FROM kyc.waiting_person WHERE account_id = ${id}`.execute(here.platform.db)
  expect((await waiting()).rows).toHaveLength(1)
  await inTransaction(here.platform.db, (tx) =>
    here.identity.setState(tx, { accountId: id, state: ACCOUNT_STATE.closed, actor: TEST_ACTOR }),
  )
  expect((await waiting()).rows).toEqual([])
})
