import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, expect, it } from 'vitest'
import { fetchWithin, readAtMost } from './fetch-within.ts'

setFlagsFromString('--expose-gc')
const collectGarbage: () => void = runInNewContext('gc')
const ABANDON_MS = 20_000

let stop: () => void = () => undefined
afterEach(() => stop())
async function against(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  stop = () => {
    server.closeAllConnections()
    server.close()
  }
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return `http://127.0.0.1:${port}`
}

it('a body that hangs ends at the time limit, also after the request was garbage collected', async () => {
  const url = await against((_request, response) => void response.writeHead(200).write('{'))
  const reading = fetchWithin(500, url)
    .then((response) => response.text())
    .catch((error: Error) => error.name)
  const collecting = setInterval(collectGarbage, 20)
  const gaveUp = new Promise((resolve) => setTimeout(resolve, ABANDON_MS, 'nothing ended it').unref())
  expect(await Promise.race([reading, gaveUp])).toBe('TimeoutError')
  clearInterval(collecting)
})

it('returns the answer: status, headers, bytes, and an empty body', async () => {
  const url = await against(({ url: path }, response) =>
    path === '/none' ? response.writeHead(204).end() : response.writeHead(429, { 'retry-after': '7' }).end('later'),
  )
  const answer = await fetchWithin(5_000, url)
  expect([answer.status, answer.ok, answer.headers.get('retry-after'), await answer.text()]).toEqual([429, false, '7', 'later'])
  expect((await fetchWithin(5_000, `${url}/none`)).status).toBe(204)
})

it('refuses a redirect, and fails when no server listens', async () => {
  const url = await against((_request, response) => response.writeHead(302, { location: '/' }).end())
  await expect(fetchWithin(5_000, url)).rejects.toThrow(TypeError)
  await expect(fetchWithin(5_000, 'http://127.0.0.1:1')).rejects.toThrow(TypeError)
})

it('stops reading an answer that is longer than allowed', async () => {
  const url = await against(({ url: path }, response) => {
    if (path === '/short') return response.end('12345678')
    const more = setInterval(() => response.write('12345678'), 1)
    response.on('close', () => clearInterval(more))
  })
  const read = async (path: string) => readAtMost(await fetchWithin(ABANDON_MS, `${url}${path}`), 8, () => new Error('too large'))
  expect((await read('/short')).toString()).toBe('12345678')
  await expect(read('/endless')).rejects.toThrow('too large')
})
