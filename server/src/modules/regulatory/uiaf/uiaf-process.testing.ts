/** Regulatory reports in a separate process, for tests that kill it while it generates a file: prints its folder. */
import { openDatabase } from '../../../platform/database.ts'
import { createTestPlatform } from '../../../testing/test-product.ts'
import { serveRegulatory } from '../testing.ts'

const [connection] = process.argv.slice(2).map((argument) => JSON.parse(argument))
const platform = createTestPlatform(openDatabase(connection))
await serveRegulatory(platform)
platform.jobs.start()
process.stdout.write(`${JSON.stringify({ dataDir: platform.settings.dataDir })}\n`)
