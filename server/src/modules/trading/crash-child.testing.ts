/** Separate process started by trade.test.ts: trades and runs the jobs until it is killed, or kills itself at FAULT_AT. */
import { createTestTrading } from './testing.ts'

const { connection, env, accountId, body, operationId } = JSON.parse(process.argv[2] ?? '')
const trading = await createTestTrading(connection, env)
trading.start()
await trading.trade(accountId, body, operationId)
