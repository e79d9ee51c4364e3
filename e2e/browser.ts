/** Real Chromium from an npm package, and the helpers that every journey needs. */
import { execFile } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import axe from 'axe-core'
import { type Browser, type BrowserContext, type CDPSession, chromium, type Page, type Request } from 'playwright-core'
import { recordToasts } from './toasts.ts'

/** Widths of the journeys. Anything below TABLET is a phone: touch, mobile viewport, dense pixels. */
export const PHONE = { width: 390, height: 844 }
export const TABLET = { width: 768, height: 1024 }
export const DESKTOP = { width: 1280, height: 860 }
type Viewport = typeof DESKTOP
const isPhone = ({ width }: Viewport) => width < TABLET.width
const PHONE_PIXELS = 2

// Not the package's own list: it turns web security off and runs everything in one process.
const ARGUMENTS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
  // Pages live for seconds here: the optimising compilers cost more time than they save.
  '--js-flags=--no-opt --no-maglev',
]

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const CACHE = join(ROOT, 'node_modules', '.cache')

/**
 * Path of the browser, which is unpacked once for each clone and version of the package. It gets its final name when it is complete: the
 * package
 * alone would unpack into one folder that all clones of a machine share, and use a file that is still being written.
 */
export async function unpackBrowser(): Promise<string> {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'node_modules/@sparticuz/chromium/package.json'), 'utf8'))
  const folder = join(CACHE, `tunjo-chromium-${version}`)
  if (!existsSync(folder)) await unpackInto(folder)
  return join(folder, 'chromium')
}

async function unpackInto(folder: string): Promise<void> {
  mkdirSync(CACHE, { recursive: true })
  const unpacked = mkdtempSync(`${folder}-`)
  try {
    const env = { ...process.env, TMPDIR: unpacked }
    await promisify(execFile)(process.execPath, [join(ROOT, 'scripts/unpack-browser.mjs')], { cwd: ROOT, env })
    renameSync(unpacked, folder)
  } catch (error) {
    // Another run of this clone may have been first.
    if (!existsSync(folder)) throw error
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
  }
}

/** `more` are switches of Chromium. */
export async function openBrowser(more: readonly string[] = []): Promise<Browser> {
  return chromium.launch({ executablePath: await unpackBrowser(), args: [...ARGUMENTS, ...more], headless: true })
}

export interface Visit {
  readonly context: BrowserContext
  readonly page: Page
  /** Errors of the page: exceptions, console errors, refused requests of other origins. A journey ends by expecting none. */
  readonly complaints: string[]
  /** Calls that left a page and have no answer yet, without streams, which have no end. */
  readonly unanswered: ReadonlySet<Request>
}

const contexts = new Set<BrowserContext>()
export const openPages = (): Page[] => [...contexts].flatMap((context) => context.pages())

/** A viewport of a phone is emulated as a phone: taps work, and content that is too wide widens the page instead of being cut off. */
export async function visit(browser: Browser, url: string, viewport = DESKTOP): Promise<Visit> {
  // Without motion: a dialog that is still fading in has no contrast to measure.
  const context = await browser.newContext({
    baseURL: url,
    viewport,
    ...(isPhone(viewport) ? { isMobile: true, hasTouch: true, deviceScaleFactor: PHONE_PIXELS } : {}),
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
    reducedMotion: 'reduce',
  })
  contexts.add(context)
  await recordToasts(context)
  context.on('close', () => contexts.delete(context))
  const complaints: string[] = []
  context.on('weberror', (error) => complaints.push(`exception: ${error.error().message}`))
  context.on('console', (message) => {
    // A refused sign-in or an ended session is an expected answer, which Chromium still reports as an error of the console.
    if (message.type() === 'error' && !/status of 4\d\d/.test(message.text())) complaints.push(`console: ${message.text()}`)
  })
  context.on('request', (request) => {
    const { hostname, protocol } = new URL(request.url())
    if (protocol.startsWith('http') && hostname !== 'localhost' && hostname !== '127.0.0.1')
      complaints.push(`other origin: ${request.url()}`)
  })
  const unanswered = new Set<Request>()
  context.on('request', (request) => {
    if (request.resourceType() === 'fetch' && request.headers().accept !== 'text/event-stream') unanswered.add(request)
  })
  context.on('requestfinished', (request) => unanswered.delete(request))
  context.on('requestfailed', (request) => unanswered.delete(request))
  return { context, page: await context.newPage(), complaints, unanswered }
}

const emulations = new WeakMap<Page, Promise<CDPSession>>()

/** One session for each page: its emulation ends with it. */
function emulationOf(page: Page): Promise<CDPSession> {
  const emulation = emulations.get(page) ?? page.context().newCDPSession(page)
  emulations.set(page, emulation)
  return emulation
}

/** Resize the page, emulating a phone for a viewport of a phone: `page.setViewportSize` would only make a desktop narrow. */
export async function resize(page: Page, viewport: Viewport): Promise<void> {
  const session = await emulationOf(page)
  const mobile = isPhone(viewport)
  await session.send('Emulation.setDeviceMetricsOverride', { ...viewport, mobile, deviceScaleFactor: mobile ? PHONE_PIXELS : 1 })
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: mobile })
}

/** Screenshot of the whole page at the size of the last `resize`: `page.screenshot` would restore the size before. */
export async function pictureOf(page: Page): Promise<Buffer> {
  const session = await emulationOf(page)
  const { cssContentSize } = await session.send('Page.getLayoutMetrics')
  const clip = { ...cssContentSize, scale: 1 }
  const { data } = await session.send('Page.captureScreenshot', { captureBeyondViewport: true, clip })
  return Buffer.from(data, 'base64')
}

/** Width by which the page exceeds the screen, also where a phone has zoomed out to show all of it. */
export const overhang = async (page: Page, { width }: Viewport) =>
  (await page.evaluate<number>('Math.max(document.documentElement.scrollWidth, innerWidth)')) - width

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Violations of WCAG 2.2 A and AA on the page as it is now. */
export const accessibilityViolations = (page: Page) => violations(page, RULES)

/** The one rule that can fail in one theme and hold in the other. */
export const contrastViolations = (page: Page) => violations(page, ['color-contrast'])

async function violations(page: Page, runOnly: readonly string[]): Promise<string[]> {
  // The address changes before the page is drawn.
  await page.locator('h1').first().waitFor({ state: 'attached' })
  if (!(await page.evaluate<boolean>(`typeof axe !== 'undefined'`))) await page.evaluate(`${axe.source}; void 0`)
  // Passing rules are not described: most of the time was spent there, and in the transfer from the page.
  const options = JSON.stringify({ runOnly, resultTypes: ['violations'] })
  return page.evaluate<string[]>(`axe.run(document, ${options}).then(({ violations }) => violations.flatMap(${DESCRIBE_VIOLATION}))`)
}

/** Nothing behind an open dialog can be pressed: targets that the top bar covers there are excluded. */
const DESCRIBE_VIOLATION = `({ id, nodes }) => {
  const dialog = id === 'target-size' ? document.querySelector('[aria-modal=true]') : null
  const found = nodes.filter(({ target }) => !dialog || dialog.contains(document.querySelector(target[0])))
  return found.length === 0 ? [] : [id + ': ' + found.map(({ target }) => target.join(' ')).join(', ')]
}`

/**
 * Targets smaller than 44 px in one direction on a phone (WCAG 2.5.5). Links within a sentence are as high as its line;
 * the label of a box belongs to it; rows of a table that order it exist for screen readers only there.
 */
export const smallForFingers = (page: Page) => page.evaluate<string[]>(SMALL_FOR_FINGERS)

const FINGER = 44
const SMALL_FOR_FINGERS = `[...document.querySelectorAll(
  'a[href], button, input, select, textarea, summary, [role=tab], [role=switch], [role=option], [role=menuitem]',
)].flatMap((target) => {
  const { width, height } = target.getBoundingClientRect()
  const { visibility, display } = getComputedStyle(target)
  if (width <= 1 || height <= 1 || visibility === 'hidden' || display === 'inline' || target.closest('[aria-hidden=true], th')) return []
  const boxes = [target, ...(target.labels ?? [])].map((each) => each.getBoundingClientRect())
  const wide = Math.max(...boxes.map(({ right }) => right)) - Math.min(...boxes.map(({ left }) => left))
  const high = Math.max(...boxes.map(({ bottom }) => bottom)) - Math.min(...boxes.map(({ top }) => top))
  // Half a pixel is how a browser rounds.
  if (wide >= ${FINGER} - 0.5 && high >= ${FINGER} - 0.5) return []
  const name = target.getAttribute('aria-label') ?? target.labels?.[0]?.textContent ?? target.textContent
  return [target.localName + ' ' + name + ': ' + Math.round(width) + ' × ' + Math.round(height)]
})`

/**
 * Targets smaller than 24 px in one direction (WCAG 2.5.8), also where the space around one would excuse it. Links within a
 * sentence are as high as its line; the label of a box belongs to it.
 */
export const smallTargets = (page: Page) => page.evaluate<string[]>(SMALL_TARGETS)

const SMALL_TARGETS = `[...document.querySelectorAll('a[href], button, input, select, textarea, summary, [role=tab], [role=switch]')].flatMap((target) => {
  const { width, height } = target.getBoundingClientRect()
  const { visibility, display } = getComputedStyle(target)
  if (width <= 1 || height <= 1 || visibility === 'hidden' || display === 'inline' || target.closest('[aria-hidden=true]')) return []
  const boxes = [target, ...(target.labels ?? [])].map((each) => each.getBoundingClientRect())
  if (Math.max(...boxes.map((box) => box.width)) >= 24 && Math.max(...boxes.map((box) => box.height)) >= 24) return []
  return [(target.getAttribute('aria-label') ?? target.textContent) + ': ' + Math.round(width) + ' × ' + Math.round(height)]
})`

/**
 * Tables and rows of tabs that continue beyond their edge. Excused, where a shadow shows that there is more: rows of tabs on a phone, the
 * matrix
 * of alerts, whose headers are its filters, and the twelve columns of figures of the orders.
 */
export const cutAreas = (page: Page) => page.evaluate<string[]>(CUT_AREAS)

const CUT_AREAS = `[...document.querySelectorAll('main *')].flatMap((area) => {
  if (area.scrollWidth <= area.clientWidth + 1 || !['auto', 'scroll', 'hidden'].includes(getComputedStyle(area).overflowX)) return []
  const inner = area.matches('nav, [role=tablist]') ? area : area.querySelector(':scope > table, :scope > [role=tablist]')
  if (!inner) return []
  const isExcused = area.matches('nav') ? innerWidth < 768 : area.closest('[data-matrix]') !== null || inner.getAttribute('aria-label') === 'Historial de ordenes'
  if (isExcused && getComputedStyle(area).backgroundImage !== 'none') return []
  return [(inner.getAttribute('aria-label') ?? inner.tagName) + ': ' + area.scrollWidth + ' in ' + area.clientWidth]
})`

/** Button labels that are cut because the button is too narrow. */
export const cutLabels = (page: Page) => page.evaluate<string[]>(CUT_LABELS)

const CUT_LABELS = `[...document.querySelectorAll('.mantine-Button-label')].flatMap((label) => {
  if (label.clientWidth <= 1 || getComputedStyle(label).visibility === 'hidden') return []
  return label.scrollWidth > label.clientWidth + 1 ? [label.textContent + ': ' + label.scrollWidth + ' in ' + label.clientWidth] : []
})`
