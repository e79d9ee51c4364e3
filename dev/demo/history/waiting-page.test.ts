/** Answers to people and programs while the demo's months are replayed. */
import { afterEach, beforeEach, expect, it } from 'vitest'
import { claimPort } from '../../testing/claimed-port.ts'
import { openWaitingPage, type WaitingPage } from './waiting-page.ts'

let waiting: WaitingPage
let url: string
let release: () => void

beforeEach(async () => {
  const claimed = await claimPort()
  release = claimed.release
  url = `http://127.0.0.1:${claimed.port}/application`
  waiting = await openWaitingPage({ host: '127.0.0.1', port: claimed.port })
})
afterEach(async () => {
  await waiting.close()
  release()
})

const ask = (accept: string, method = 'GET') => fetch(url, { method, headers: { accept } })

it('shows the progress at any address, without a script of another origin', async () => {
  expect(await (await ask('text/html')).text()).toContain('<progress aria-labelledby="title" ></progress>')
  waiting.show(12, 60)
  const answer = await ask('text/html,application/xhtml+xml')
  const text = await answer.text()
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2'])
  expect(text).toContain('max="60" value="12"')
  expect(text).toContain('12 de 60 pasos')
  expect(answer.headers.get('content-security-policy')).not.toContain('unsafe-inline')
})

it('the page polls the numbers; every other call is refused with a code and its sentence', async () => {
  waiting.show(3, 60)
  const progress = await fetch(new URL('/dev/months', url))
  expect([progress.status, await progress.json()]).toEqual([200, { done: 3, total: 60 }])
  for (const refused of [await ask('*/*'), await ask('application/json'), await ask('application/json', 'POST')]) {
    expect([refused.status, refused.headers.get('app-error')]).toEqual([503, 'server.unavailable'])
    expect(await refused.text()).toMatch(/no está disponible/)
  }
})

it('a port that another program has is reported immediately', async () => {
  await expect(openWaitingPage({ host: '127.0.0.1', port: Number(new URL(url).port) })).rejects.toMatchObject({ code: 'EADDRINUSE' })
})

it('its end frees the port, also while a page is open, and is idempotent', async () => {
  await ask('text/html')
  await waiting.close()
  await waiting.close()
  await expect(ask('text/html')).rejects.toThrow()
})
