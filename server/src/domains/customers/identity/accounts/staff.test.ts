import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { auditTrail } from '../../../../../../dev/testing/audit.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../../dev/testing/database.ts'
import { NOTHING_HIDDEN } from '../../../../../../dev/testing/officers.ts'
import { createTestPlatform, type TestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { createExports } from '../../../../platform/exports/index.ts'
import { createReports } from '../../../backoffice/reports/index.ts'
import { createParameters } from '../../../reference/parameters/index.ts'
import { TestPerson } from '../factors/person.testing.ts'
import { codeOf, type IdentityProcess, startIdentityProcess } from '../identity.testing.ts'

let database: TestDatabase
let platform: TestPlatform
let here: IdentityProcess
let there: IdentityProcess
beforeAll(async () => {
  database = await createTestDatabase()
  platform = createTestPlatform(database)
  here = await startIdentityProcess(database)
  there = await startIdentityProcess(
    database,
    {},
    {
      guarded: createReports(platform, { exports: createExports(platform), parameters: createParameters(), approvals: NOTHING_HIDDEN })
        .routes,
    },
  )
})
afterAll(async () => {
  await here.close()
  await there.close()
  platform.remove()
  await database.drop()
})

const permissionsIn = async ({ browser }: TestPerson) => ((await (await browser.account()).json()) as { permissions: string[] }).permissions
const setRoles = (accountId: string, roles: Parameters<IdentityProcess['identity']['staff']['setRoles']>[1]['roles']) =>
  inTransaction(here.platform.db, (tx) =>
    here.identity.staff.setRoles(tx, { accountId, roles, by: { kind: 'system', name: 'test' }, reason: 'Cambio de cargo.' }),
  )

it('R12 a revoked role disappears from live tokens of another process within 5 seconds, and a new one appears', async () => {
  const officer = await TestPerson.signedIn(there, ['ROLE_ADMIN'])
  const users = () => officer.browser.send('GET', '/api/administrative/users')
  expect((await users()).status).toBe(200)
  expect(await permissionsIn(officer)).toContain('kyc.level')

  await setRoles(officer.accountId, ['treasury'])
  await vi.waitFor(async () => expect(codeOf(await users())).toBe('access.permission_missing'), { timeout: 5_000 })
  expect(await permissionsIn(officer)).not.toContain('kyc.level')

  await setRoles(officer.accountId, ['treasury', 'auditor'])
  await vi.waitFor(async () => expect((await users()).status).toBe(200), { timeout: 5_000 })
  await setRoles(officer.accountId, [])
  await vi.waitFor(async () => expect(codeOf(await users())).toBe('access.permission_missing'), { timeout: 5_000 })

  const trail = await auditTrail(database.db, { action: 'identity.role_changed', objectId: officer.accountId })
  expect(trail.map(({ before, after }) => [before, after])).toEqual([
    [{ roles: ['compliance_officer'] }, { roles: ['treasury'] }],
    [{ roles: ['treasury'] }, { roles: ['treasury', 'auditor'] }],
    [{ roles: ['auditor', 'treasury'] }, { roles: [] }],
  ])
})

it('a customer holds no permission, with any role; officers are found by their permission', async () => {
  const [customer, officer] = [await TestPerson.signedIn(there), await TestPerson.signedIn(there, ['ROLE_ADMIN'])]
  await setRoles(customer.accountId, ['administrator'])
  expect(await permissionsIn(customer)).toEqual([])
  const { staff } = here.identity
  expect(await staff.permissionsOf(database.db, customer.accountId)).toEqual([])
  expect(await staff.officersWith(database.db, 'roles.grant')).toEqual([])
  expect(await staff.officersWith(database.db, 'approvals.decide')).toContain(officer.accountId)
})
