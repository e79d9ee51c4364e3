/**
 * `npm run endurance`: the ledger's random histories, races, crashes and power cuts at full size (docs/decisions/0002-ledger-posting.md),
 * and 200 rounds of kill -9 over the failpoints of money, with the tests that kill at points which a round cannot reach.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { prepare, root } from './prepare.mjs'

const TESTS = [
  'server/src/modules/ledger',
  'server/src/kill-rounds',
  'server/src/modules/payments/crash.test.ts',
  'server/src/modules/crypto/crypto.test.ts',
  'server/src/modules/blockchain/recovery.test.ts',
  'server/src/modules/blockchain/reorganisation.test.ts',
]

await prepare({ build: false })
const { status } = spawnSync(join(root, 'node_modules', '.bin', 'vitest'), ['run', '--project', 'server', ...TESTS], {
  cwd: root,
  env: { ...process.env, ENDURANCE: '1' },
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)
