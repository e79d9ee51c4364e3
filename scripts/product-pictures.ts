/**
 * Make the pictures of the product page from the running screens: `npx tsx scripts/product-pictures.ts`, after a build of the browser
 * application. Starts the product on separate data with its demo activity, and photographs each screen in both colour schemes.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import { openBrowser } from '../e2e/browser.ts'
import { startProduct } from '../e2e/product.ts'
import { CUSTOMER, signInByForm } from '../e2e/sign-in.ts'

const FOLDER = fileURLToPath(new URL('../web/src/screens/landing/pictures/', import.meta.url))
const SHARPNESS = 2
const QUALITY = 0.5
/** Time until pictures of tokens and charts are drawn. */
const SETTLES_MS = 1_500
const SCHEMES = ['light', 'dark'] as const

interface Shot {
  name: string
  window: { width: number; height: number }
  /** Pixels of the file for one of the page; SHARPNESS without it. */
  sharpness?: number
  /** Bring the screen into the state to be photographed, and return the part to photograph: the whole window without one. */
  show: (page: Page) => Promise<Locator | undefined>
}

const DESKTOP = { width: 1280, height: 800 }
const PHONE = { width: 390, height: 500 }

const SHOTS: readonly Shot[] = [
  { name: 'home', window: DESKTOP, show: showHome, sharpness: 1.5 },
  { name: 'home-phone', window: PHONE, show: showHome },
  { name: 'exchange', window: { width: 1221, height: 900 }, show: showQuote },
  // High enough that the dialog ends below its figures.
  { name: 'movement', window: { width: 1221, height: 636 }, show: showMovement },
]

/** In pixels of the page, so that nothing moves when a picture loads. */
const sizes: Record<string, { width: number; height: number }> = {}
const product = process.env.TUNJO_URL ? null : await startProduct({ DEMO_HISTORY: 'true' })
const url = product?.url ?? process.env.TUNJO_URL ?? ''
const browser = await openBrowser()
try {
  mkdirSync(FOLDER, { recursive: true })
  for (const scheme of SCHEMES) await photograph(browser, scheme)
  writeFileSync(`${FOLDER}sizes.json`, `${JSON.stringify(sizes, null, 2)}\n`)
} finally {
  await browser.close()
  await product?.end()
}

async function photograph(browser: Browser, scheme: (typeof SCHEMES)[number]): Promise<void> {
  const context = await browser.newContext({
    baseURL: url,
    colorScheme: scheme,
    deviceScaleFactor: SHARPNESS,
    locale: 'es-CO',
    timezoneId: 'America/Bogota',
    reducedMotion: 'reduce',
  })
  // The ribbon is about this installation, not about the product.
  await context.route('**/management/info', (route) => route.fulfill({ json: { 'display-ribbon-on-profiles': '', activeProfiles: [] } }))
  const page = await context.newPage()
  await signInByForm(page, CUSTOMER)
  for (const { name, window, show, sharpness = SHARPNESS } of SHOTS) {
    await page.setViewportSize(window)
    const part = await show(page)
    await page.waitForTimeout(SETTLES_MS)
    const png = await (part ?? page).screenshot()
    const picture = await asWebp(context, png, sharpness / SHARPNESS)
    sizes[name] = { width: picture.width / sharpness, height: picture.height / sharpness }
    writeFileSync(`${FOLDER}${name}-${scheme}.webp`, picture.bytes)
    console.log(`${name}-${scheme}.webp: ${Math.round(picture.bytes.length / 1024)} KB`)
  }
  await context.close()
}

async function showHome(page: Page): Promise<undefined> {
  await page.goto('/application')
  await page.getByText('Saldo total').waitFor()
  await page.getByText('en camino').waitFor()
  await page.getByText('Completo').first().waitFor()
}

async function showQuote(page: Page): Promise<Locator> {
  await page.goto('/application/trade')
  await page.getByRole('button', { name: /cambiar la moneda que recibes/ }).click()
  await page.getByRole('dialog', { name: 'Elige una moneda' }).getByLabel('Buscar por nombre o símbolo').fill('USDT')
  await page.keyboard.press('Enter')
  await page.getByLabel(/Cantidad que entregas en/).fill('1500000')
  await page.getByText('Mínimo a recibir').waitFor()
  await page.getByRole('heading', { level: 1 }).click()
  return page.getByRole('region', { name: 'Intercambiar' })
}

async function showMovement(page: Page): Promise<Locator> {
  await page.goto('/application/record')
  await page
    .getByRole('row', { name: /Retiro/ })
    .first()
    .getByRole('button', { name: /detalle/ })
    .click()
  return page.getByRole('dialog', { name: 'Detalle del movimiento' })
}

/** Chromium is also the encoder, so that no image library is needed. */
async function asWebp(context: BrowserContext, png: Buffer, scale: number): Promise<{ bytes: Buffer; width: number; height: number }> {
  const page = await context.newPage()
  const { data, ...size } = await page.evaluate<{ data: string; width: number; height: number }>(`(async () => {
    const image = new Image()
    image.src = 'data:image/png;base64,${png.toString('base64')}'
    await image.decode()
    const width = image.width * ${scale}
    const height = image.height * ${scale}
    const canvas = Object.assign(document.createElement('canvas'), { width, height })
    const drawing = canvas.getContext('2d')
    drawing.imageSmoothingQuality = 'high'
    drawing.drawImage(image, 0, 0, width, height)
    return { data: canvas.toDataURL('image/webp', ${QUALITY}), width, height }
  })()`)
  await page.close()
  return { bytes: Buffer.from(data.slice(data.indexOf(',') + 1), 'base64'), ...size }
}
