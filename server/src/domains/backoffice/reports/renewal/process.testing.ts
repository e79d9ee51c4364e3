/** Months of renewal in a separate process, for tests that kill it: updates the remaining people. */

import { createTestPlatform } from '../../../../../../dev/testing/test-product.ts'
import { openDatabase } from '../../../../platform/database/database.ts'
import { applyMonths } from './apply-months.ts'

const [connection = '', months = ''] = process.argv.slice(2)
const platform = createTestPlatform(openDatabase(JSON.parse(connection)))
process.stdout.write(`${JSON.stringify({ dataDir: platform.settings.dataDir })}\n`)
await applyMonths(platform, async () => JSON.parse(months))
process.stdout.write('done\n')
