/** `npm run endurance`: the ledger's random histories, races, crashes and power cuts at full size (docs/decisions/0002-ledger-posting.md). */
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
