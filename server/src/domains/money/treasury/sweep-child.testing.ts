/** Separate process started by treasury.test.ts: agrees to a sweep, if there is one, and follows the chain, or kills itself at FAULT_AT. */
import { createTestTreasury } from './testing.ts'

const { connection, env, requestId } = JSON.parse(process.argv[2] ?? '')
const { approve, treasury, start } = createTestTreasury(connection, env)
if (requestId) await approve(requestId)
start()
for (;;) await treasury.follow()
