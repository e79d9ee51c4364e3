/** Separate process for anvil.test.ts, to be killed. */
import { startAnvil } from './anvil.ts'

const log = { info() {}, warn() {}, error() {} }
const anvil = await startAnvil({ dataDir: process.argv[2] ?? '', log, blockTimeMs: 20 })
process.stdout.write(JSON.stringify({ pid: anvil.pid(), rpcUrl: anvil.rpcUrl }))
setInterval(() => {}, 60_000)
