/** Public pages: the product page, the policies, the contact form and the mail that it becomes. */
import { brotliCompressSync } from 'node:zlib'
import type { Page, Request } from 'playwright-core'
import { beforeEach, describe, expect, it } from 'vitest'
import { accessibilityViolations, DESKTOP, PHONE, resize, TABLET, type Visit, visit } from './browser.ts'
import { startJourney } from './journey.ts'
import { OFFICER, signIn } from './sign-in.ts'

const SCRIPT_BUDGET_BYTES = 150_000
const PICTURES_BUDGET_BYTES = 150_000

const POLICIES: [string, string][] = [
  ['/data-policy', 'Política de tratamiento de datos personales'],
  ['/terms-and-conditions', 'Términos y condiciones'],
  ['/sarlaft-policy', 'Política SARLAFT'],
]
const PAGES = ['/', '/contact-us/', ...POLICIES.map(([path]) => path)]

const { product, browser } = await startJourney()
let visitor: Visit
let page: Page
/** Requested files of the page that have not arrived. */
const filesInFlight = new Set<Request>()
const KINDS_OF_FILES = new Set(['script', 'stylesheet', 'image', 'font', 'manifest'])

beforeEach(async () => {
  await visitor?.context.close()
  visitor = await visit(browser, product.url)
  page = visitor.page
  filesInFlight.clear()
  page.on('request', (request) => KINDS_OF_FILES.has(request.resourceType()) && filesInFlight.add(request))
  page.on('requestfinished', (request) => filesInFlight.delete(request))
  page.on('requestfailed', (request) => filesInFlight.delete(request))
})

async function open(path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
}

/**
 * Open the product page and wait for all its files: its code is there before the page is drawn, pictures arrive when they come into view.
 */
async function openWithAllFiles(): Promise<void> {
  await open('/')
  await page.waitForLoadState('load')
  for (const picture of await page.getByRole('main').getByRole('img').all()) {
    await picture.scrollIntoViewIfNeeded()
    await expect.poll(() => picture.evaluate((image) => 'complete' in image && image.complete === true)).toBe(true)
  }
  await expect.poll(() => [...filesInFlight].map((request) => request.url())).toEqual([])
}

interface LoadedFile {
  readonly path: string
  /** Compressed size as transferred. */
  readonly bytes: number
  /** True unless it came from the browser's cache; a 304 answer counts. */
  readonly wasAsked: boolean
}

const filesOf = (of: Page) =>
  of.evaluate<LoadedFile[]>(`performance.getEntriesByType('resource').map(({ name, encodedBodySize, transferSize }) => ({
    path: new URL(name).pathname, bytes: encodedBodySize, wasAsked: transferSize > 0 }))`)

/** Size of a file as the server sends it after compressing the build, which the products of journeys leave out. */
async function brotliBytes(url: string): Promise<number> {
  return brotliCompressSync(await (await fetch(url)).arrayBuffer()).length
}

describe('landing frame', () => {
  it.each([...PAGES, '/data-policy/', '/contact-us'])(
    'SHELL-02 %s has Inicio above; company, support, disclaimer, copyright below',
    async (path) => {
      await open(path)
      await expect.poll(() => page.title()).toMatch(/^[\p{L} ]+ \| Tunjo$/u)
      expect(await page.getByRole('banner').getByRole('link', { name: 'Inicio' }).getAttribute('href')).toBe('/')
      const footer = page.getByRole('contentinfo')
      const targets = (section: string) =>
        footer
          .getByRole('navigation', { name: section })
          .getByRole('link')
          .evaluateAll((links) => links.map((link) => link.getAttribute('href')))
      expect(await targets('Compañía')).toEqual(['/terms-and-conditions', '/data-policy', '/sarlaft-policy'])
      expect(await targets('Soporte')).toEqual(['/contact-us', '/verificar'])
      await footer.getByText('Tunjo no es una entidad financiera vigilada.').waitFor()
      await footer.getByText(/^© \d{4} Tunjo/).waitFor()
    },
  )

  it.each(PAGES)('SHELL-02 %s has no accessibility violation and no overflow', async (path) => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      for (const viewport of [PHONE, TABLET, DESKTOP]) {
        await resize(page, viewport)
        await open(path)
        const where = `${viewport.width}, ${colorScheme}`
        expect.soft(await accessibilityViolations(page), where).toEqual([])
        expect.soft(await page.evaluate('document.documentElement.scrollWidth'), where).toBeLessThanOrEqual(viewport.width)
      }
    }
    expect(visitor.complaints).toEqual([])
  })
})

describe('product page', () => {
  it('PUB-01 has its sections, and its buttons link to the contact form', async () => {
    await open('/')
    for (const name of [
      'Servidores cifrados',
      'Doble revisión',
      'Datos listos para tu contador',
      'Para empresas que crecen',
      'Empezar toma tres pasos',
    ])
      await page.getByRole('heading', { name }).waitFor()
    expect(
      await page
        .getByRole('main')
        .getByRole('listitem')
        .filter({ has: page.getByRole('heading', { level: 3 }) })
        .count(),
    ).toBe(3)
    for (const name of ['Contáctanos', 'Escribir al equipo']) {
      await open('/')
      await page.getByRole('link', { name }).click()
      await page.waitForURL(/\/contact-us$/)
      await page.getByRole('heading', { level: 1, name: 'Contáctanos' }).waitFor()
    }
  })

  it.each(['light', 'dark'] as const)(
    'PUB-01 shows screenshots of the product in the %s scheme, without a layout shift',
    async (colorScheme) => {
      await page.emulateMedia({ colorScheme })
      await open('/')
      const pictures = await page.getByRole('main').getByRole('img').all()
      expect(pictures).toHaveLength(3)
      for (const picture of pictures) {
        await picture.scrollIntoViewIfNeeded()
        await expect.poll(() => picture.evaluate((image) => 'naturalWidth' in image && Number(image.naturalWidth) > 0)).toBe(true)
        expect(await picture.getAttribute('src')).toContain(`-${colorScheme}-`)
        expect(Number(await picture.getAttribute('height'))).toBeGreaterThan(0)
        expect((await picture.getAttribute('alt'))?.length).toBeGreaterThan(40)
      }
    },
  )

  it('PUB-01 loads at most 150 KB of script, compressed, and 150 KB of pictures', async () => {
    await openWithAllFiles()
    const files = await filesOf(page)
    const bytesOf = (kind: RegExp) => files.filter(({ path }) => kind.test(path)).reduce((sum, { bytes }) => sum + bytes, 0)
    const scripts = files.filter(({ path }) => path.endsWith('.js'))
    const compressed = await Promise.all(scripts.map(({ path }) => brotliBytes(`${product.url}${path}`)))
    const weights = { script: compressed.reduce((sum, bytes) => sum + bytes, 0), image: bytesOf(/\.(png|jpe?g|webp|avif|svg)$/) }
    expect(weights.script).toBeGreaterThan(0)
    expect(weights.image).toBeGreaterThan(0)
    expect(weights.script).toBeLessThanOrEqual(SCRIPT_BUDGET_BYTES)
    expect(weights.image).toBeLessThanOrEqual(PICTURES_BUDGET_BYTES)
  })

  it('PUB-01 a second visit loads no file of the build again', async () => {
    await openWithAllFiles()
    await openWithAllFiles()
    const built = (await filesOf(page)).filter(({ path }) => path.startsWith('/static/'))
    expect(built.length).toBeGreaterThan(5)
    expect(built.filter(({ wasAsked }) => wasAsked)).toEqual([])
  })
})

describe('policies', () => {
  it.each(POLICIES)('SHELL-03 %s is a text with contents, its version, and an embedded PDF of the product', async (path, title) => {
    await open(path)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await page.getByText(/^Versión \d{4}-\d{2} · Vigente desde el \d+ de \p{L}+ de \d{4}$/u).waitFor()
    const entries = page.getByRole('navigation', { name: 'Contenido' }).getByRole('link')
    expect(await entries.count()).toBeGreaterThan(4)
    for (const entry of await entries.all())
      expect(await page.locator(`[id="${(await entry.getAttribute('href'))?.slice(1)}"]`).count()).toBe(1)
    await entries.nth(3).click()
    await expect.poll(() => page.evaluate('window.scrollY')).toBeGreaterThan(200)

    const source = await page.getByTitle(`${title}, documento en PDF`).getAttribute('src')
    const pdf = await fetch(`${product.url}${source}`)
    expect([pdf.headers.get('content-type'), pdf.headers.get('x-frame-options')]).toEqual(['application/pdf', 'SAMEORIGIN'])
    expect(
      Buffer.from(await pdf.arrayBuffer())
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
    expect(await page.getByRole('link', { name: 'Abrir el PDF' }).getAttribute('href')).toBe(source)
  })

  it('SHELL-03 a link to a section scrolls to it', async () => {
    await open('/data-policy')
    const address = await page.getByRole('navigation', { name: 'Contenido' }).getByRole('link').last().getAttribute('href')
    await page.goto('/contact-us')
    await open(`/data-policy${address}`)
    await expect.poll(() => page.evaluate('window.scrollY')).toBeGreaterThan(200)
  })

  it('SHELL-03 a phone gets the link instead of the frame', async () => {
    await resize(page, PHONE)
    await open('/terms-and-conditions')
    await page.getByRole('link', { name: 'Descargar el PDF' }).waitFor()
    expect(await page.locator('iframe').count()).toBe(0)
  })
})

describe('contact form', () => {
  const MESSAGE = {
    sender: 'ana@empresa.example',
    subject: 'Queremos empezar',
    text: 'Somos veinte personas.\nLlevamos la contabilidad a mano.',
  }

  async function write({ sender, subject, text }: typeof MESSAGE): Promise<void> {
    await page.getByLabel('Correo electrónico').fill(sender)
    await page.getByLabel('Asunto').fill(subject)
    await page.getByLabel('Descripción').fill(text)
  }
  const send = () => page.getByRole('button', { name: 'Enviar' }).click()

  it('PUB-02 shows missing input next to each field, and focuses the first', async () => {
    await open('/contact-us/')
    await send()
    for (const text of [
      'Escribe un correo válido, por ejemplo nombre@empresa.co.',
      'Escribe el asunto de tu solicitud.',
      'Describe qué necesitas.',
    ])
      await page.getByText(text).waitFor()
    await expect
      .poll(() => page.getByLabel('Correo electrónico').evaluate((field) => field.matches(':focus[aria-invalid=true]')))
      .toBe(true)
    expect(await accessibilityViolations(page)).toEqual([])
  })

  it('PUB-02 shows a failure, keeps the typed text over a reload, and sends it at the next attempt', async () => {
    await open('/contact-us/')
    await write(MESSAGE)
    await page.route('**/api/email/support/send', (route) => route.abort(), { times: 1 })
    await send()
    await page.getByRole('alert').getByText('El servicio no responde').waitFor()
    await page.getByRole('button', { name: 'Reintentar' }).waitFor()
    await page.reload()
    await expect.poll(() => page.getByLabel('Descripción').inputValue()).toBe(MESSAGE.text)
    await send()

    const dialog = page.getByRole('dialog', { name: 'Solicitud enviada' })
    await dialog.getByText('alguien del equipo se pondrá en contacto contigo').waitFor()
    const [ticket = ''] = (await dialog.textContent())?.match(/TJ-[0-9A-Z]{8}/) ?? []
    expect(ticket).not.toBe('')
    expect(await accessibilityViolations(page)).toEqual([])
    const link = await dialog.getByRole('link', { name: 'Ver en qué va' }).getAttribute('href')
    await dialog.getByRole('button', { name: 'Entendido' }).click()
    await expect.poll(() => page.getByLabel('Asunto').inputValue()).toBe('')

    const mail = await mailAbout(ticket)
    expect(mail).toMatchObject({ replyTo: MESSAGE.sender, subject: `[${ticket}] ${MESSAGE.subject}` })
    expect(mail?.text).toContain(MESSAGE.text)

    await resize(page, PHONE)
    await page.goto(link ?? '')
    await page.getByRole('heading', { level: 1, name: `Solicitud ${ticket}` }).waitFor()
    await page.getByRole('strong').getByText('Recibida').waitFor()
    expect(await accessibilityViolations(page)).toEqual([])
    expect(await page.getByRole('main').textContent()).not.toContain(MESSAGE.text)
    await fetch(`${product.url}/api/administrative/contact/tickets/${ticket}/state`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${await signIn(product.url, OFFICER)}`, 'content-type': 'application/json' },
      body: JSON.stringify({ state: 'answered' }),
    })
    await page.reload()
    await page.getByRole('strong').getByText('Respondida').waitFor()
    await page.goto('/contact-us/ticket/inventado')
    await page.getByRole('heading', { level: 1, name: 'No encontramos esa solicitud' }).waitFor()
  })

  it('PUB-02 reports too many messages', async () => {
    await open('/contact-us/')
    for (let sent = 1; sent < 5; sent++) {
      await write(MESSAGE)
      await send()
      await page.getByRole('dialog').getByRole('button', { name: 'Entendido' }).click()
    }
    await write(MESSAGE)
    await send()
    await page.getByRole('alert').getByText('Podrás enviar otro en').waitFor()
    expect(await page.getByLabel('Descripción').inputValue()).toBe(MESSAGE.text)
  })

  async function mailAbout(ticket: string) {
    type Mail = { subject: string; replyTo?: string; text: string }
    const find = async () =>
      ((await (await fetch(`${product.url}/dev/mail/messages`)).json()) as Mail[]).find(({ subject }) => subject.startsWith(`[${ticket}]`))
    await expect.poll(find, { timeout: 10_000 }).toBeDefined()
    return find()
  }
})
