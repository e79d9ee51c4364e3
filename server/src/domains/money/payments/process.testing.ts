/** The payments part of the product in a separate process, for tests that kill it: prints its address and folder. */

import { createTestPlatform, startTestServer } from '../../../../../dev/testing/test-product.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { authenticate, buildPayments } from './parts.testing.ts'

const [connection, env, clockOffsetMs] = process.argv.slice(2).map((argument) => JSON.parse(argument))
const platform = { ...createTestPlatform(openDatabase(connection)), env }
platform.clock.startAt(clockOffsetMs)
const { routes } = buildPayments(platform)
const server = await startTestServer(platform, routes, authenticate)
platform.jobs.start()
process.stdout.write(`${JSON.stringify({ url: server.url, dataDir: platform.settings.dataDir })}\n`)
