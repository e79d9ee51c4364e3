/** The reports behind a real server, and a signed-in officer, for the whole of a test file. */

import { sql } from 'kysely'
import { afterAll, beforeEach, expect } from 'vitest'
import { createTestDatabase } from '../../../../../dev/testing/database.ts'
import { NOTHING_HIDDEN } from '../../../../../dev/testing/officers.ts'
import { createTestPlatform } from '../../../../../dev/testing/test-product.ts'
import { createExports } from '../../../platform/exports/index.ts'
import { IP, newPerson, PASSWORD, Traveller } from '../../customers/identity/devices/devices.testing.ts'
import { startIdentityProcess } from '../../customers/identity/identity.testing.ts'
import { createParameters } from '../../reference/parameters/index.ts'
import { createReports } from './index.ts'

/** Each test starts with full allowances. */
export async function startReports() {
  const database = await createTestDatabase()
  const platform = createTestPlatform(database)
  const exports = createExports(platform)
  const reports = createReports(platform, { exports, parameters: createParameters(), approvals: NOTHING_HIDDEN })
  const routes = [...reports.routes, ...exports.routes]
  const here = await startIdentityProcess(database, { trustedProxies: ['127.0.0.1'] }, { guarded: routes })
  beforeEach(() => sql`TRUNCATE platform.rate_limit`.execute(database.owner))
  afterAll(async () => {
    await here.close()
    platform.remove()
    await database.drop()
  })
  const { accountId: officerId, email: officerEmail } = await newPerson(here, 'ROLE_ADMIN')
  const officer = new Traveller(here.url, IP.bogota)
  expect((await officer.signIn(officerEmail, PASSWORD)).status).toBe(200)
  return { database, platform, here, officer, officerId, officerEmail }
}
