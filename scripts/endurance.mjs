/**
 * `npm run endurance`: the ledger's random histories, races, crashes and power cuts at full size (docs/decisions/0002-ledger-posting.md),
 * and 200 rounds of kill -9 over the failpoints of money, with the tests that kill at points which a round cannot reach; the drill of
 * backup and restore; and every false value of every column. Then an installation by docs/install.md, and replicas that are restarted, and
 * upgraded from an earlier commit.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { prepare, root } from './prepare.mjs'

const TESTS = [
  'server/src/domains/money/ledger',
  'dev/kill-rounds',
  'server/src/domains/money/payments/crash.test.ts',
  'server/src/domains/money/crypto/crypto.test.ts',
  'server/src/domains/money/blockchain/recovery.test.ts',
  'server/src/domains/money/blockchain/reorganisation.test.ts',
  'server/src/commands/backup/restore.test.ts',
  'server/src/domains/money/reconciliation/restored-copy.test.ts',
  'server/tests/false-',
]

await prepare({ build: false })
const { status: tested } = spawnSync(join(root, 'node_modules', '.bin', 'vitest'), ['run', '--project', 'server', ...TESTS], {
  cwd: root,
  env: { ...process.env, ENDURANCE: '1' },
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
// Each where the machine has what it needs; else it says what is missing.
const EARLIER = 'HEAD~40'
const drills = [['walk/install-walk.ts'], ['replicas/rolling-restart.ts'], ['replicas/rolling-restart.ts', EARLIER]]
const statuses = drills.map(([file, ...args]) => {
  const command = [join(root, 'deploy', file), ...args]
  return spawnSync(process.execPath, ['--import', 'tsx', ...command], { cwd: root, stdio: 'inherit' }).status
})
process.exit([tested, ...statuses].every((status) => status === 0) ? 0 : 1)
