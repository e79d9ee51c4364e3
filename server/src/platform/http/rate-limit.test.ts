import { endpoint } from '@tunjo/contract/endpoint'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { createTestDatabase } from '../../../../dev/testing/database.ts'
import { createTestPlatform, startTestServer } from '../../../../dev/testing/test-product.ts'
import { implement } from './route.ts'

const ask = endpoint({
  method: 'GET',
  path: '/api/ask',
  role: 'PUBLIC',
  summary: 'Ask',
  response: z.object({ ok: z.boolean() }),
  errors: [],
})

it('R10 the addresses of one IPv6 /64 share the calls of a minute', async () => {
  const database = await createTestDatabase()
  const platform = createTestPlatform(database, { trustedProxies: ['127.0.0.1'] })
  const server = await startTestServer(platform, implement({ ask }, { ask: async () => ({ ok: true }) }), async () => null)
  try {
    const left = async (address: string) =>
      Number((await fetch(`${server.url}/api/ask`, { headers: { 'x-forwarded-for': address } })).headers.get('x-ratelimit-remaining'))
    const first = await left('2001:db8:1:2::1')
    expect(await left('2001:db8:1:2:a:b:c:d')).toBe(first - 1)
    expect(await left('2001:db8:1:3::1')).toBe(first)
  } finally {
    await server.close()
    platform.remove()
    await database.drop()
  }
})
