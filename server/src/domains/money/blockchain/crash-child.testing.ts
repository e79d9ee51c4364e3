/** Child process of blockchain.test.ts: runs the module's jobs until it is killed, or kills itself at FAULT_AT. */
import { createTestBlockchain } from './testing.ts'

const { connection, env } = JSON.parse(process.argv[2] ?? '')
createTestBlockchain(connection, env).start()
process.stdout.write('started\n')
