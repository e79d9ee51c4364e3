/** Separate process started by trade.test.ts: trades and runs the jobs until it is killed, or kills itself at FAULT_AT. */
import { createTestTrading } from './testing.ts'

const { connection, env, accountId, body, operationId, waitsForRoutes } = JSON.parse(process.argv[2] ?? '')
const trading = await createTestTrading(connection, env)
if (waitsForRoutes) {
  // Before the jobs, so that the order is placed over as many routes, and not delayed by them.
  await trading.quoteOver(accountId, body, waitsForRoutes)
  await trading.trade(accountId, body, operationId)
  trading.start()
} else {
  trading.start()
  await trading.trade(accountId, body, operationId)
}
