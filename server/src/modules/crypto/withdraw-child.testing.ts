/** Started by withdrawals.test.ts as a process of its own: asks for a withdrawal and brings it to its end, or kills itself at FAULT_AT. */
import { createTestCrypto } from './testing.ts'

const { connection, env, customer, id, recipient } = JSON.parse(process.argv[2] ?? '')
const { call, crypto, start } = createTestCrypto(connection, env)
const operation = { id, hash: 'hash', isKeyless: false }
await call('transferUSDT', customer, { operation, body: { amount: 10_000_000n, recipient } })
start()
for (;;) await crypto.send()
