/** One run of the schedule in a separate process, for tests that kill it. */

import { createTestPlatform } from '../../../../../dev/testing/test-product.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { createFiles, localFolder } from '../../../platform/files/index.ts'
import { createNotifications } from '../../reference/notifications/index.ts'
import { createIdentity } from '../identity/index.ts'
import { OPEN_ENTRY } from '../identity/open-entry.testing.ts'
import { createPolicies } from '../policies/index.ts'
import { purgeExpired } from './purge-expired.ts'

const [connection = '', filesFolder = '', offsetMs = ''] = process.argv.slice(2)
const platform = createTestPlatform(openDatabase(JSON.parse(connection)))
platform.clock.advance(Number(offsetMs))
const identity = createIdentity(platform, {
  notifications: createNotifications(platform),
  policies: createPolicies(platform),
  entry: OPEN_ENTRY,
})
const files = createFiles({ ...platform, backend: localFolder(filesFolder) })
await purgeExpired({ ...platform, files, identity, years: 10, keepers: [] })
platform.remove()
process.stdout.write('done\n')
process.exit(0)
