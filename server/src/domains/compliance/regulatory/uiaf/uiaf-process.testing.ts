/** Regulatory reports in a separate process, for tests that kill it while it generates a file: prints its folder. */

import { createTestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { openDatabase } from '../../../../platform/database/database.ts'
import { serveRegulatory } from '../testing.ts'

const [connection] = process.argv.slice(2).map((argument) => JSON.parse(argument))
const platform = createTestPlatform(openDatabase(connection))
await serveRegulatory(platform)
platform.jobs.start()
process.stdout.write(`${JSON.stringify({ dataDir: platform.settings.dataDir })}\n`)
