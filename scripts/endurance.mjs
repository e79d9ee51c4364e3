/** `npm run endurance`: the ledger's random histories, races and crashes with thousands of rounds instead of the short ones of `npm test`. */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { prepare, root } from './prepare.mjs'

await prepare({ build: false })
const { status } = spawnSync(join(root, 'node_modules', '.bin', 'vitest'), ['run', 'server/src/modules/ledger'], {
  cwd: root,
  env: { ...process.env, ENDURANCE: '1' },
  stdio: 'inherit',
  shell: process.platform === 'win32',
})
process.exit(status ?? 1)
