/**
 * R26: a page of another origin, opened in the browser of a signed-in person, changes nothing: by forms, by fetch with cookies, by
 * pictures. Once from another port, where cookies are sent since it is the same site, and once from another site.
 */
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { Endpoint } from '@tunjo/contract/endpoint'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { VALUES } from './access-values.ts'
import { DESKTOP, visit } from './browser.ts'
import { allEndpoints } from './endpoints.ts'
import { startJourney } from './journey.ts'
import { mailLink } from './mailbox.ts'
import type { Objects } from './owner-objects.ts'
import { CUSTOMER, signIn, signInByForm } from './sign-in.ts'

const { product, browser } = await startJourney()
/** The calls of the demo and of the providers belong to no person and use no cookie. */
const endpoints = (await allEndpoints()).filter(({ role }) => role !== 'DEMO' && role !== 'MACHINE')
/** Reads too: some of the specification's change state. */
const changing = endpoints.filter(({ method }) => method !== 'GET')
const reading = endpoints.filter(({ method, answer }) => method === 'GET' && answer !== 'stream')

let hostile: Server
let port = 0
/** Valid values that name no object: the attacker knows no id. */
const objects = new Proxy({}, { get: () => randomUUID() }) as Objects
let token = ''
let page: Page

beforeAll(async () => {
  hostile = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<!doctype html><title>hostile</title>'))
  hostile.listen(0)
  await once(hostile, 'listening')
  const address = hostile.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  port = address.port
  token = await signIn(product.url, CUSTOMER)
  page = (await visit(browser, product.url, DESKTOP)).page
  await signInByForm(page, CUSTOMER)
})
afterAll(() => {
  hostile?.close()
})

/** Data of the person, as their own calls answer it. */
async function state(): Promise<string> {
  const paths = [
    '/api/account',
    '/api/sessions',
    '/api/devices',
    '/api/factors',
    '/api/email-change',
    '/payment/accounts/user/',
    '/api/account/hold',
  ]
  const answers = await Promise.all(
    paths.map(async (path) => {
      const response = await fetch(product.url + path, { headers: { authorization: `Bearer ${token}` } })
      expect(response.status, path).toBe(200)
      return response.json()
    }),
  )
  // The test's own calls move the time of last use.
  return JSON.stringify(answers).replaceAll(/"(activeAt|lastSeenAt)":"[^"]+"/g, '')
}

function addressOf(endpoint: Endpoint): string {
  const values = VALUES[`${endpoint.method} ${endpoint.path}`]?.(objects) ?? {}
  const path = endpoint.path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(values.params?.[key] ?? 'x'))
  return product.url + path + (values.query ? `?${new URLSearchParams(values.query)}` : '')
}
const bodyOf = ({ method, path }: Endpoint) => JSON.stringify(VALUES[`${method} ${path}`]?.(objects).body ?? {})

/** Script of the hostile page: every way to send a request without permission. */
const ATTACK = `async ({ calls, pictures }) => {
  const tried = []
  const send = (url, init) => fetch(url, { credentials: 'include', ...init }).then((response) => tried.push(response.type), () => tried.push('blocked'))
  const attack = async ({ url, method, body }) => {
    await send(url, { method, body, headers: { 'content-type': 'application/json' } })
    await send(url, { method: 'POST', mode: 'no-cors', body })
    await Promise.all(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data'].map(async (enctype) => {
      const frame = document.body.appendChild(Object.assign(document.createElement('iframe'), { name: 'sink' + url + enctype }))
      const form = document.body.appendChild(Object.assign(document.createElement('form'), { method: 'post', action: url, enctype, target: frame.name }))
      const field = Object.assign(document.createElement('input'), { name: body.slice(0, -1) + ',"x":"', value: '"}' })
      form.appendChild(field)
      const done = new Promise((resolve) => { frame.onload = resolve; setTimeout(resolve, 1500) })
      form.submit()
      await done
      tried.push('form')
      form.remove()
      frame.remove()
    }))
  }
  for (let first = 0; first < calls.length; first += 12) await Promise.all(calls.slice(first, first + 12).map(attack))
  await Promise.all(pictures.map((src) => new Promise((resolve) => {
    const picture = Object.assign(new Image(), { onload: resolve, onerror: resolve })
    picture.src = src
  })))
  return tried.concat(pictures.map(() => 'picture'))
}`

describe.each(['localhost', '127.0.0.1'])('a page of %s, another port', (host) => {
  it('SEC-69 R26 changes nothing by form, by fetch or by picture', async () => {
    const since = new Date(0)
    const link = (await mailLink(product.url, CUSTOMER.email, '/users/deny-location/', since)).split('/').at(-1)
    const before = await state()
    const attacker = await page.context().newPage()
    await attacker.goto(`http://${host}:${port}/`)
    const calls = changing.map((endpoint) => ({ url: addressOf(endpoint), method: endpoint.method, body: bodyOf(endpoint) }))
    const pictures = [...reading.map(addressOf), `${product.url}/api/suspicious-ip?id=${link}`]
    const tried = await attacker.evaluate<string[]>(`(${ATTACK})(${JSON.stringify({ calls, pictures })})`)
    expect(tried.length).toBeGreaterThan(changing.length * 5)
    // The page could read no answer.
    expect(tried.filter((type) => !['blocked', 'opaque', 'form', 'picture'].includes(type))).toEqual([])
    await attacker.close()
    expect(await state()).toBe(before)
    await page.reload()
    await page.getByRole('link', { name: 'Billetera' }).first().waitFor()
  }, 600_000)
})
