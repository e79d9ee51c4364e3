/** One run of deadlines in a separate process, for tests that kill it. */

import { createTestPlatform } from '../../../../../dev/testing/test-product.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { testConfiguration } from '../../reference/configuration/testing.ts'
import { deadlinesOf } from './deadlines.testing.ts'
import { notifyOfWork } from './notify-of-work.ts'

const [connection = '', officers = '', offsetMs = ''] = process.argv.slice(2)
const platform = createTestPlatform(openDatabase(JSON.parse(connection)))
platform.clock.startAt(Number(offsetMs))
process.stdout.write(`${JSON.stringify({ dataDir: platform.settings.dataDir })}\n`)
await notifyOfWork(deadlinesOf(platform, testConfiguration(platform), JSON.parse(officers)))
process.stdout.write('done\n')
