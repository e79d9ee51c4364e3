/** Sealer in a separate process, for tests that kill it or run several concurrently. Seals until it is ended. */
import { createTestPlatform } from '../../../../dev/testing/test-product.ts'
import { openDatabase } from '../database/database.ts'
import { readAuditKeys } from './keys.ts'
import { sealWaiting } from './seal.ts'

const platform = createTestPlatform(openDatabase(JSON.parse(process.argv[2] ?? '')))
platform.remove()
process.stdout.write('started\n')
const keys = readAuditKeys(platform.secrets, {})
for (;;) {
  await sealWaiting({ ...platform, keys })
  await new Promise((resolve) => setTimeout(resolve, 1))
}
