/** Verification in a separate process, for tests that kill it: prints its address and folder. */

import { createTestPlatform } from '../../../../../dev/testing/test-product.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { serveKyc } from './testing.ts'

const platform = createTestPlatform(openDatabase(JSON.parse(process.argv[2] ?? '')))
const { server } = await serveKyc(platform)
process.stdout.write(`${JSON.stringify({ url: server.url, dataDir: platform.settings.dataDir })}\n`)
