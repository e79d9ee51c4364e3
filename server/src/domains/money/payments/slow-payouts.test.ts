/** H11 payouts whose provider answers slowly delay no payment of another customer. */
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import { newId } from '../../../platform/database/ids.ts'
import { startPaymentsTest } from './testing.ts'

/** Takes every call and starts an answer that does not end before `letGo`. */
async function slowProvider() {
  const open = new Set<ServerResponse>()
  let ended = 0
  const server = createServer((_request, response) => {
    open.add(response)
    response.on('close', () => ended++)
    response.writeHead(200, { 'content-type': 'application/json' }).write('{"data":')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    waiting: () => open.size - ended,
    ended: () => ended,
    release() {
      for (const response of open) response.destroy()
      server.close()
      server.closeAllConnections()
    },
  }
}

/** Capacity of a lane. */
const PARALLEL = 8

it('H11 a PSE payment is credited while the answers about ten payouts are still pending', async () => {
  const provider = await slowProvider()
  const test = await startPaymentsTest({ PAYOUTS_URL: provider.url })
  try {
    for (let index = 0; index < 10; index++) {
      const { id, account } = await test.customer({ pesos: 50_000n, accountNumber: `5555010${index}` })
      expect((await test.call(id, 'POST', '/payment/withdraw', { account, amount: '30000' }, newId())).status).toBe(200)
    }
    const payer = await test.customer()
    const link = (await test.call(payer.id, 'POST', '/payment/deposit', { accountID: payer.account, amount: '50000' }, newId())).body
    test.platform.jobs.start()
    await expect.poll(provider.waiting, { timeout: 20_000 }).toBeGreaterThanOrEqual(PARALLEL)
    await test.answerAtBank(link, 'APPROVED')
    await expect.poll(async () => (await test.balance(payer.id)).posted, { timeout: 30_000 }).toBe(5_000_000n)
    // No payout has had its answer or its time-out.
    expect(provider.ended()).toBe(0)
  } finally {
    provider.release()
    await test.platform.jobs.stop()
    await test.stop()
  }
}, 90_000)
