/** Separate worker process that writes exports, for tests that kill it: reports when it has no more work. */

import { NOTHING_HIDDEN } from '../../../../../dev/testing/officers.ts'
import { createTestPlatform } from '../../../../../dev/testing/test-product.ts'
import { openDatabase } from '../../../platform/database/database.ts'
import { createExports } from '../../../platform/exports/index.ts'
import { createParameters } from '../../reference/parameters/index.ts'
import { createReports } from './index.ts'

const platform = createTestPlatform(openDatabase(JSON.parse(process.argv[2] ?? '')))
createReports(platform, { exports: createExports(platform), parameters: createParameters(), approvals: NOTHING_HIDDEN })
await platform.jobs.drain()
process.stdout.write('drained\n')
