/** Verification and background checks in a separate process, for tests that kill it. Prints its address and folder. */

import { createTestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { openDatabase } from '../../../../platform/database/database.ts'
import { serveKyc } from '../../../customers/kyc/testing.ts'

const [connection, env] = process.argv.slice(2).map((argument) => JSON.parse(argument))
const platform = { ...createTestPlatform(openDatabase(connection)), env }
const { server } = await serveKyc(platform)
platform.jobs.start()
process.stdout.write(`${JSON.stringify({ url: server.url, dataDir: platform.settings.dataDir })}\n`)
