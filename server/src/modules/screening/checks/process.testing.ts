/** Verification and background checks in a separate process, for tests that kill it. Prints its address and folder. */
import { openDatabase } from '../../../platform/database.ts'
import { createTestPlatform } from '../../../testing/test-product.ts'
import { serveKyc } from '../../kyc/testing.ts'

const [connection, env] = process.argv.slice(2).map((argument) => JSON.parse(argument))
const platform = { ...createTestPlatform(openDatabase(connection)), env }
const { server } = await serveKyc(platform)
platform.jobs.start()
process.stdout.write(`${JSON.stringify({ url: server.url, dataDir: platform.settings.dataDir })}\n`)
