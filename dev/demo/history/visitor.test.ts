/** Person of the demo: steps that run concurrently share one session. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { wallets } from '@tunjo/contract/wallets'
import { expect, it } from 'vitest'
import { movableClock } from '../../../server/src/platform/time/clock.ts'
import { createClockGate } from './clock-gate.ts'
import { visitorAt } from './visitor.ts'

it('signs in once for calls at the same time, again when the token is old, and again after a sign-in that failed', async () => {
  const used: (string | undefined)[] = []
  let signIns = 0
  let isOpen = true
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    if (request.url === '/api/sign-in') {
      response.statusCode = isOpen ? 200 : 503
      response.end(JSON.stringify(isOpen ? { accessToken: `token ${++signIns}`, tokenType: 'Bearer', expiresInSeconds: 300 } : {}))
    } else {
      used.push(request.headers.authorization)
      response.end('[]')
    }
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const clock = movableClock()
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const site = {
      url,
      clock,
      signal: new AbortController().signal,
      gate: createClockGate(),
      pass: async () => {},
      askForPrices: async () => {},
    }
    const calls = visitorAt(site, { email: 'ana@correo.example', password: 'x' })(wallets)
    const ask = () => calls.balances({}).catch(() => undefined)
    await Promise.all([ask(), ask(), ask()])
    expect(used).toEqual(Array(3).fill('Bearer token 1'))
    clock.advance(300_000)
    isOpen = false
    await ask()
    isOpen = true
    await ask()
    expect([used.at(-1), used.length]).toEqual(['Bearer token 2', 4])
  } finally {
    server.close()
    server.closeAllConnections()
  }
})
