/** Approvals in a separate process, for tests that kill it while an officer decides: prints its address and its folder. */
import { createTestPlatform } from '../../../../dev/testing/test-product.ts'
import { openDatabase } from '../database/database.ts'
import { approvalsBench } from './approvals.testing.ts'
import { BOUND_FACTS } from './bound-facts.ts'

const [connection] = process.argv.slice(2).map((argument) => JSON.parse(argument))
const platform = createTestPlatform(openDatabase(connection))
const { url } = await approvalsBench(platform, {
  kind: 'kyc.level',
  facts: () => Object.fromEntries(BOUND_FACTS['kyc.level'].map((fact) => [fact, 'same'])),
  more: { reversal: ({ what, about }) => ({ what: `undo ${what}`, about }) },
})
process.stdout.write(`${JSON.stringify({ url, dataDir: platform.settings.dataDir })}\n`)
