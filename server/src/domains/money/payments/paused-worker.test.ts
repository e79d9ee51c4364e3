/** R17 a worker that is paused past its lease and continues after another one did its job: a real process, stopped by SIGSTOP. */
import { rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isStopped, runTypeScript, type TestProcess } from '../../../../../dev/testing/child-process.ts'
import { newId } from '../../../platform/database/ids.ts'
import { sandboxEnvironment } from './parts.testing.ts'
import { type PaymentsTest, startPaymentsTest } from './testing.ts'

const PROCESS = new URL('./process.testing.ts', import.meta.url)
const TIMEOUT_MS = 60_000
const MINUTE_MS = 60_000

let test: PaymentsTest
const running = new Set<TestProcess>()
const closing: (() => void)[] = []
// A product for each test: advancing the test's clock leaves the worker's behind.
beforeEach(async () => {
  test = await startPaymentsTest()
  test.sandbox.controls.apply({ action: 'webhook-fault', kind: 'drop', channel: 'payouts', scope: 'reset' })
})
afterEach(async () => {
  for (const process of running) await process.kill()
  for (const close of closing.splice(0)) close()
  await test.stop()
})

/** The provider as the paused worker sees it: reads are the sandbox's, and every new payout is refused for a temporary reason. */
async function refusingProvider() {
  const asked: string[] = []
  const server = createServer(async (request, response) => {
    if (request.method === 'POST') {
      asked.push(String(request.headers['idempotency-key']))
      return response.writeHead(422, { 'content-type': 'application/json' }).end('{"code":"EXC_008","message":"Saldo insuficiente"}')
    }
    const headers = { 'x-api-key': String(request.headers['x-api-key']), 'user-principal-id': String(request.headers['user-principal-id']) }
    const answer = await fetch(test.sandbox.baseUrls.payouts + request.url, { headers })
    return response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked }
}

/** A worker that pauses at `point`; the job's lease expires meanwhile, and this process takes over. */
async function sleeper(point: string) {
  const provider = await refusingProvider()
  const environment = { ...sandboxEnvironment(test.sandbox), PAYOUTS_URL: provider.url }
  const args = [test.database.connection, environment, test.platform.clock.offsetMs].map((argument) => JSON.stringify(argument))
  const process = runTypeScript(PROCESS, args, { FAULT_AT: point, FAULT_SIGNAL: 'SIGSTOP' })
  running.add(process)
  const { dataDir } = JSON.parse(await process.nextLine())
  return {
    asked: provider.asked,
    async asleep() {
      await expect.poll(() => isStopped(process), { timeout: 20_000 }).toBe(true)
      await test.database.pool.query(`UPDATE platform.job SET lease_until = now() - interval '1 second' WHERE lease_until IS NOT NULL`)
    },
    /** Resume it, let it finish the job that it takes for its own, and end it. */
    async wake() {
      process.child.kill('SIGCONT')
      await new Promise((resolve) => setTimeout(resolve, 1_500))
      await process.kill()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

async function asked() {
  const customer = await test.customer({ pesos: 50_000n })
  const body = { account: customer.account, amount: '30000' }
  const { transactionId } = (await test.call(customer.id, 'POST', '/payment/withdraw', body, newId())).body
  const show = async () => (await test.call(customer.id, 'GET', `/payment/transactions/user/${transactionId}`)).body
  const payouts = () => test.sandbox.controls.store.payouts.all().filter(({ reference }) => reference === transactionId)
  const paidOnce = async () => {
    await test.until(async () => {
      test.platform.clock.advance(MINUTE_MS)
      return (await show()).state === 'COMPLETED'
    })
    expect(payouts()).toHaveLength(1)
    expect(await test.balance(customer.id)).toMatchObject({ posted: 2_000_000n, held: 0n })
  }
  return { show, paidOnce }
}

describe.skipIf(process.platform !== 'linux')('R17 a worker paused past its lease', () => {
  it(
    'MON-06 that had read the withdrawal as held cannot undo the payment of its successor, though its own attempt is refused',
    async () => {
      const worker = await sleeper('payments.payout_read')
      const { show, paidOnce } = await asked()
      await worker.asleep()
      test.sandbox.controls.apply({ action: 'api-fault', kind: 'drop-after', point: 'payouts.create', scope: 'next' })
      await test.until(async () => (await show()).state === 'UNKNOWN')
      await worker.wake()
      expect((await show()).state).toBe('UNKNOWN')
      expect((await show()).timeline.map(({ state }: { state: string }) => state)).toEqual(['HELD', 'SENDING', 'UNKNOWN'])
      expect(worker.asked).toEqual([])
      await paidOnce()
    },
    TIMEOUT_MS,
  )

  it(
    'MON-06 that had claimed the withdrawal changes nothing once its successor has sent it',
    async () => {
      const worker = await sleeper('payments.marked_sending')
      const { show, paidOnce } = await asked()
      await worker.asleep()
      await test.until(async () => (await show()).state === 'PROCESSING')
      await worker.wake()
      expect((await show()).state).toBe('PROCESSING')
      await paidOnce()
    },
    TIMEOUT_MS,
  )

  it(
    'MON-06 that was refused, and pauses before it records that, undoes nothing',
    async () => {
      const worker = await sleeper('payments.payout_created')
      const { show, paidOnce } = await asked()
      await worker.asleep()
      test.sandbox.controls.apply({ action: 'api-fault', kind: 'drop-after', point: 'payouts.create', scope: 'next' })
      await test.until(async () => (await show()).state === 'UNKNOWN')
      await worker.wake()
      expect((await show()).state).toBe('UNKNOWN')
      expect(worker.asked).toHaveLength(1)
      await paidOnce()
    },
    TIMEOUT_MS,
  )
})
