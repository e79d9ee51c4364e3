import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
import { type ClaimedPort, claimPort } from './claimed-port.ts'

async function claim(from?: number): Promise<ClaimedPort> {
  const claimed = await claimPort(from)
  let isClaimed = true
  const release = () => {
    if (isClaimed) claimed.release()
    isClaimed = false
  }
  onTestFinished(release)
  return { port: claimed.port, release }
}

it('gives each port once, until it is released', async () => {
  const claims = await Promise.all(Array.from({ length: 20 }, () => claim()))
  expect(new Set(claims.map(({ port }) => port)).size).toBe(20)
  const first = claims[0] as ClaimedPort
  expect((await claim(first.port)).port).not.toBe(first.port)
  first.release()
  expect((await claim(first.port)).port).toBe(first.port)
})

it('gives no port that another process claimed', async () => {
  const { port } = await claim()
  const file = JSON.stringify(new URL('./claimed-port.ts', import.meta.url).href)
  const program = `import(${file}).then(({ claimPort }) => claimPort(${port})).then(({ port }) => console.log(port))`
  const elsewhere = execFileSync(process.execPath, ['--import', 'tsx', '--eval', program], { encoding: 'utf8' })
  expect(Number(elsewhere)).toBeGreaterThan(0)
  expect(Number(elsewhere)).not.toBe(port)
})

it('gives no port on which a program listens without a claim', async () => {
  const { port, release } = await claim()
  const server = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  release()
  expect((await claim(port)).port).not.toBe(port)
})

it('leaves the port free for the program under test', async () => {
  const { port } = await claim()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  server.close()
  await once(server, 'close')
})
