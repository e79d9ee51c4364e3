/** Monitoring in a separate process, for tests that kill it: consumes events until it is ended. */

import { createTestPlatform } from '../../../../../dev/testing/test-product.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { buildMonitoring } from './testing.ts'

const platform = createTestPlatform(openDatabase(JSON.parse(process.argv[2] ?? '')))
platform.remove()
buildMonitoring(platform)
platform.jobs.start()
process.stdout.write('started\n')
