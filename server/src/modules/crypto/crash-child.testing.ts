/** Started by crypto.test.ts as a process of its own: follows the chain until it is killed, or kills itself at FAULT_AT. */
import { createTestCrypto } from './testing.ts'

const { connection, env } = JSON.parse(process.argv[2] ?? '')
const { crypto } = createTestCrypto(connection, env)
process.stdout.write('started\n')
for (;;) await crypto.follow()
