/** Risk in a separate process, for tests that kill it: runs due jobs until it is ended. */

import { createTestPlatform } from '../../../../../dev/testing/test-product.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { serveKyc } from '../kyc/testing.ts'

const platform = createTestPlatform(openDatabase(JSON.parse(process.argv[2] ?? '')))
const { server } = await serveKyc(platform)
platform.jobs.start()
process.stdout.write(`${JSON.stringify({ url: server.url, dataDir: platform.settings.dataDir })}\n`)
