/** Draw the PNG icons of the installed application from the logo: `npx tsx scripts/icons.ts`. */
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openBrowser } from '../e2e/browser.ts'

const PUBLIC = fileURLToPath(new URL('../web/public', import.meta.url))
const GROUND = '#0b5d4b'
/** Systems crop a maskable icon to their shape; only the middle is certain to be visible. Apple crops the corners itself. */
const ICONS = [
  { file: 'icon-192.png', pixels: 192, ground: 'transparent', scale: 1 },
  { file: 'icon-512.png', pixels: 512, ground: 'transparent', scale: 1 },
  { file: 'maskable-512.png', pixels: 512, ground: GROUND, scale: 0.8 },
  { file: 'apple-touch-icon.png', pixels: 180, ground: GROUND, scale: 0.92 },
]

const logo = `data:image/svg+xml;base64,${readFileSync(`${PUBLIC}/favicon.svg`).toString('base64')}`
const browser = await openBrowser()
for (const { file, pixels, ground, scale } of ICONS) {
  const page = await browser.newPage({ viewport: { width: pixels, height: pixels } })
  const size = Math.round(pixels * scale)
  await page.setContent(
    `<body style="margin:0;height:100vh;display:grid;place-items:center;background:${ground}"><img src="${logo}" width="${size}" height="${size}">`,
  )
  await page.locator('img').evaluate('(image) => image.decode()')
  writeFileSync(`${PUBLIC}/icons/${file}`, await page.screenshot({ omitBackground: true }))
  await page.close()
}
await browser.close()
