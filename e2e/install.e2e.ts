/** Installation on a phone's home screen: the requirements of browsers, and the page without connection. */
import { expect, it } from 'vitest'
import { accessibilityViolations, PHONE, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { CUSTOMER, signInByForm } from './sign-in.ts'

const { product, browser } = await startJourney()

/** New browser context for each visit, with the service worker installed. */
async function visitWithWorker(): Promise<Visit> {
  const visitor = await visit(browser, product.url, PHONE)
  await visitor.page.goto('/')
  await visitor.page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  return visitor
}

interface Manifest {
  lang: string
  name: string
  short_name: string
  start_url: string
  display: string
  icons: { src: string; sizes: string; type: string; purpose?: string }[]
}

/** Width and height of a PNG file. */
const pixelsOf = (png: Buffer) => `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`

it('SHELL-04 the application can be installed: names, start, icons of the declared sizes', async () => {
  const { context, page } = await visitWithWorker()
  const href = (await page.locator('link[rel=manifest]').getAttribute('href')) ?? ''
  const response = await fetch(product.url + href)
  expect(response.headers.get('content-type')).toContain('application/manifest+json')
  const manifest = (await response.json()) as Manifest
  expect(manifest).toMatchObject({ lang: 'es-CO', short_name: 'Tunjo', start_url: '/application', display: 'standalone' })
  const png = manifest.icons.filter(({ type }) => type === 'image/png')
  expect(png.map(({ sizes, purpose }) => [sizes, purpose ?? 'any'])).toEqual([
    ['192x192', 'any'],
    ['512x512', 'any'],
    ['512x512', 'maskable'],
  ])
  for (const { src, sizes } of png) {
    const file = await fetch(product.url + src)
    expect(file.headers.get('content-type')).toBe('image/png')
    expect(pixelsOf(Buffer.from(await file.arrayBuffer()))).toBe(sizes)
  }
  const client = await context.newCDPSession(page)
  expect(await client.send('Page.getAppManifest')).toMatchObject({ errors: [] })
  const { installabilityErrors } = await client.send('Page.getInstallabilityErrors')
  // A private window, as test browsers are, never installs.
  expect(installabilityErrors.filter(({ errorId }) => errorId !== 'in-incognito')).toEqual([])
  const touch = (await page.locator('link[rel=apple-touch-icon]').getAttribute('href')) ?? ''
  expect((await fetch(product.url + touch)).headers.get('content-type')).toBe('image/png')
})

it('SHELL-04 without connection a navigation shows what is unavailable; with it everything works again', async () => {
  const { context, page } = await visitWithWorker()
  await signInByForm(page, CUSTOMER)
  await context.setOffline(true)
  await page.goto('/application/wallets')
  await page.getByRole('heading', { level: 1, name: 'Estás sin conexión' }).waitFor()
  await page.getByText('El dinero que ya enviaste sigue su curso.').waitFor()
  expect(await page.evaluate('document.styleSheets.length')).toBe(1)
  expect(await accessibilityViolations(page)).toEqual([])
  await context.setOffline(false)
  await page.getByRole('button', { name: 'Intentar de nuevo' }).click()
  await page.getByRole('heading', { level: 1, name: 'Mi billetera' }).waitFor()
})

it('MON-10 the service worker caches no answer of the server and no file of the application', async () => {
  const { page } = await visitWithWorker()
  await signInByForm(page, CUSTOMER)
  const kept = await page.evaluate<string[]>(
    `caches.keys().then(async (names) => (await Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat())`,
  )
  expect(kept.sort()).toEqual(['/favicon.svg', '/offline.css', '/offline.html'])
})
