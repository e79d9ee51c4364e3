/** Started by treasury.test.ts as a process of its own: agrees to a sweep and brings it to its end, or kills itself at FAULT_AT. */
import { createTestTreasury } from './testing.ts'

const { connection, env, requestId } = JSON.parse(process.argv[2] ?? '')
const { approve, treasury, start } = createTestTreasury(connection, env)
await approve(requestId)
start()
for (;;) await treasury.follow()
