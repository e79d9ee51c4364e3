/**
 * Load test of the running product (R40): fifty connections on the balances of the demo customer. Passes with a p99 below 300 ms on two
 * cores and no error.
 *
 *   npx tsx bench/http.ts [seconds, default 20]
 */
import { startProduct } from '../e2e/product.ts'
import { CUSTOMER, signIn } from '../e2e/sign-in.ts'
import { recordFigure } from './figures.ts'
import { runLoad } from './run-load.ts'

const seconds = Number(process.argv[2] ?? 20)
const ALLOWED_P99_MS = 300

const product = await startProduct({ TRUSTED_PROXIES: '127.0.0.1,::1' })
try {
  const headers = { authorization: `Bearer ${await signIn(product.url, CUSTOMER)}` }
  const url = `${product.url}/virtual-ledger/balances/users`
  const { perSecond, p50Ms, p99Ms, errors } = await runLoad({ url, method: 'GET', headers, connections: 50, seconds })
  console.log(`balances, 50 connections, ${seconds} s: ${perSecond.toFixed(0)}/s, p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`)
  console.log(`${errors} errors; p99 is ${((100 * p99Ms) / ALLOWED_P99_MS).toFixed(0)} % of what is allowed`)
  recordFigure({ name: 'balances, 50 connections', value: perSecond, unit: '/s' })
  recordFigure({ name: 'p50', value: p50Ms, unit: 'ms' })
  recordFigure({ name: 'p99', value: p99Ms, unit: 'ms', atMost: ALLOWED_P99_MS })
  recordFigure({ name: 'errors', value: errors, unit: '', atMost: 0 })
} finally {
  await product.end()
}
