/**
 * Every screen of the route table, in both themes, on a phone, a tablet and a desktop: it opens, nothing overflows the width, and no
 * accessibility rule is broken; nothing moves while it loads. As a phone every list, menu and dialog can be used. With
 * `SCREENSHOTS=<folder>` it leaves a picture of each.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { makeMovements } from '../scripts/product-movements.ts'
import {
  accessibilityViolations,
  contrastViolations,
  cutAreas,
  cutLabels,
  overhang,
  PHONE,
  pictureOf,
  resize,
  smallTargets,
  type Visit,
  visit,
} from './browser.ts'
import { startJourney } from './journey.ts'
import { recordShifts, SHIFT_MAX, shiftsOf } from './layout-shift.ts'
import { problemsOfOverlays } from './overlays.ts'
import { type Credentials, CUSTOMER, NEWCOMER, OFFICER, openSession, post, signIn } from './sign-in.ts'

interface Screen {
  path: string
  frame: 'landing' | 'visitor' | 'bare' | 'application'
  role?: 'ROLE_USER' | 'ROLE_ADMIN' | 'SIGNED_IN'
}

/** Widths in order; the screen is opened at the first. A tablet has the elements of one of the others: only its sizes are measured. */
const WIDTHS = [1280, 768, 360]
const TABLET_WIDTH = 768
const HEIGHT = 900
const THEMES = ['light', 'dark'] as const
/** Values for the parameters of a path. */
const PARAMETERS: Record<string, string> = {
  hash: `0x${'7'.repeat(64)}`,
  token: 'a-token',
  id: 'an-id',
  rule: 'FRACCIONAMIENTO',
  set: 'risk',
  tab: 'general',
  list: 'trabajo',
  document: 'id',
  tokenIn: '0x0',
  tokenOut: '0x1',
}
const folder = process.env.SCREENSHOTS

// The table belongs to the browser application and its types; here only paths and roles are read.
const { SCREENS }: { SCREENS: readonly Screen[] } = await import(String(new URL('../web/src/routes.tsx', import.meta.url)))

/** Tabs that are loaded when they are opened. */
const TAB_ADDRESSES = ['tokens', 'deposits', 'transfers'].map((tab) => `/application/administrative/withdrawals?tab=${tab}`)
const OFFICER_TABS = TAB_ADDRESSES.map((path): Screen => ({ path, frame: 'application', role: 'ROLE_ADMIN' }))

/** Shows skeletons permanently, and has its own journey. */
const GALLERY = '/dev/ui'

const { product, browser } = await startJourney()

beforeAll(async () => {
  await makeMovements(product.url)
  if (folder) mkdirSync(folder, { recursive: true })
})

const isFor = (screen: Screen, role: Screen['role'] | null) => (screen.frame === 'application' ? screen.role : null) === role

describe.each<[string, Credentials | null, Screen[]]>([
  ['a visitor', null, SCREENS.filter((screen) => isFor(screen, null) && screen.path !== GALLERY)],
  ['a customer', CUSTOMER, SCREENS.filter((screen) => isFor(screen, 'ROLE_USER') || isFor(screen, 'SIGNED_IN'))],
  ['an officer', OFFICER, [...SCREENS.filter((screen) => isFor(screen, 'ROLE_ADMIN')), ...OFFICER_TABS]],
])('%s', (_who, person, screens) => {
  let visitor: Visit

  beforeAll(async () => {
    visitor = await visit(browser, product.url)
    await recordShifts(visitor.page)
    if (person) await openSession(visitor.page, person)
  })
  afterAll(() => visitor.context.close())

  it.each(screens)('SHELL-01 $path is complete at every width in both themes', async ({ path }) => {
    const { page } = visitor
    await resize(page, { width: WIDTHS[0] ?? 1280, height: HEIGHT })
    await page.goto(addressOf(path))
    await settled(visitor)
    await expectStill(page, path)
    for (const width of WIDTHS) {
      await resize(page, { width, height: HEIGHT })
      for (const theme of THEMES) {
        await show(page, theme)
        if (folder) writeFileSync(`${folder}/${path.replace(/\W+/g, '_')}-${width}-${theme}.png`, await pictureOf(page))
        if (width === TABLET_WIDTH) continue
        const violations = theme === 'light' ? accessibilityViolations : contrastViolations
        expect.soft(await violations(page), `${path} ${width} ${theme}`).toEqual([])
      }
      expect.soft(await overhang(page, { width, height: HEIGHT }), `${path} ${width} hangs over the side`).toBe(0)
      expect.soft(await smallTargets(page), `${path} ${width} has targets that are too small`).toEqual([])
      expect.soft(await cutLabels(page), `${path} ${width} cuts the words of buttons`).toEqual([])
      expect.soft(await cutAreas(page), `D13 ${path} ${width} cuts tables or tabs`).toEqual([])
    }
  })

  it('the pages never complained', () => expect(visitor.complaints).toEqual([]))
})

describe.each<[string, Credentials | null, Screen[]]>([
  ['a visitor', null, SCREENS.filter((screen) => isFor(screen, null) && screen.path !== GALLERY)],
  ['a customer', CUSTOMER, SCREENS.filter((screen) => isFor(screen, 'ROLE_USER') || isFor(screen, 'SIGNED_IN'))],
  ['a newcomer', NEWCOMER, SCREENS.filter((screen) => /cuentas|verification$/.test(screen.path) && isFor(screen, 'ROLE_USER'))],
  ['an officer', OFFICER, [...SCREENS.filter((screen) => isFor(screen, 'ROLE_ADMIN')), ...OFFICER_TABS]],
])('on the phone of %s', (_who, person, screens) => {
  let visitor: Visit

  beforeAll(async () => {
    visitor = await visit(browser, product.url, PHONE)
    await recordShifts(visitor.page)
    if (person) await openSession(visitor.page, person)
    if (person === NEWCOMER) await answerSurvey()
  })
  afterAll(() => visitor.context.close())

  it.each(screens)('SHELL-01 D13 $path: lists, menus and dialogs do not widen the page, and can be tapped', async ({ path }) => {
    const open = async () => {
      await visitor.page.goto(addressOf(path))
      await settled(visitor)
      await expectStill(visitor.page, path)
    }
    expect(await problemsOfOverlays(visitor.page, open)).toEqual([])
  })
})

/** Assert that nothing moved while the page loaded. */
async function expectStill(page: Page, path: string): Promise<void> {
  const { sum, all } = await shiftsOf(page)
  expect.soft(sum, `${path} ${all}`).toBeLessThan(SHIFT_MAX)
}

/** Change the theme as the system would, without reloading the page. */
async function show(page: Page, theme: (typeof THEMES)[number]): Promise<void> {
  await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
  await page.locator(`html[data-mantine-color-scheme=${theme}]`).waitFor({ state: 'attached' })
}

/** Answer the survey, since the page of verification redirects to it before. */
async function answerSurvey(): Promise<void> {
  const token = await signIn(product.url, NEWCOMER)
  await post(product.url, '/kyc/users/signup-survey', { responseA: 0, responseB: 0, responseC: 0 }, token)
}

const addressOf = (path: string) => path.replace(/\$(\w+)/g, (_, name: string) => PARAMETERS[name] ?? 'x')

/** Wait until the answers of the first calls are drawn: an expired link removes the button that the page had first. */
async function settled({ page, unanswered }: Visit): Promise<void> {
  await page.locator('h1').first().waitFor({ state: 'attached' })
  await expect.poll(() => unanswered.size).toBe(0)
  await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
}
