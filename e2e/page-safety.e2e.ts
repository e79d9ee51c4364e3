/** Browser behaviour for texts that attackers wrote. */
import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCaller, namedEndpoints } from './hostile-caller.ts'
import { ELEMENT, leaveDraft, SCRIPTS, sentBack, signInAs, writeEverywhere, writeWithApproval } from './hostile-person.ts'
import { startJourney } from './journey.ts'
import { type Screen, screens } from './screens.ts'
import { type Credentials, CUSTOMER, OFFICER, openSession, signIn } from './sign-in.ts'
import { type Person, personBeforeLevel1 } from './verification-helpers.ts'

/** Screens on which each text must be shown: where it is not shown, nothing could run. */
const SHOWN = new Set(['a customer /application/cuentas', 'a person who was refused /application/verification'])
const LATE_MS = 300

const { product, browser } = await startJourney({ TRUSTED_PROXIES: '127.0.0.1,::1' })
const { url } = product

describe('R27 scripts in user texts', () => {
  let person: Person
  let refused: Person
  let context: BrowserContext
  let page: Page
  const ran: string[] = []

  beforeAll(async () => {
    person = await personBeforeLevel1(url)
    refused = await personBeforeLevel1(url)
    const endpoints = await namedEndpoints()
    const written = endpoints.filter(
      ({ body, upload, stepUp, role }) => body && !upload && !stepUp && role !== 'MACHINE' && role !== 'ROLE_ADMIN',
    )
    expect(await writeEverywhere(createCaller(url), written, person.token)).toBeGreaterThan(5)
    await leaveDraft(url, person)
    await sentBack(url, refused)
    await writeWithApproval(url, await signIn(url, CUSTOMER))
    await signInAs(url, CUSTOMER)
  })

  async function enter(who: Credentials | null): Promise<void> {
    // Without the content security policy: it would block the script, and here nothing may need blocking.
    context = await browser.newContext({ baseURL: url, bypassCSP: true, locale: 'es-CO', viewport: { width: 1280, height: 900 } })
    page = await context.newPage()
    page.on('dialog', (dialog) => {
      ran.push(`${page.url()}: ${dialog.message()}`)
      void dialog.dismiss()
    })
    if (who) await openSession(page, who)
  }

  async function expectNothingRan(where: string): Promise<void> {
    await page.locator('h1').first().waitFor({ state: 'attached' })
    await expect.poll(() => page.locator('.mantine-Skeleton-root').count()).toBe(0)
    // Broken pictures are reported a moment later.
    await page.waitForTimeout(LATE_MS)
    const alive = `${ELEMENT}, [onerror], [onload], script:not([src]), iframe[srcdoc], [href^="javascript:" i], [src^="javascript:" i]`
    expect(
      await page.locator(alive).evaluateAll((elements: { outerHTML: string }[]) => elements.map(({ outerHTML }) => outerHTML)),
      where,
    ).toEqual([])
    expect(ran).toEqual([])
  }

  describe.each<[string, () => Credentials | null, (screen: Screen) => boolean]>([
    ['a visitor', () => null, ({ frame }) => frame !== 'application'],
    ['a person with a draft', () => person, ({ path }) => path === '/application/verification'],
    ['a person who was refused', () => refused, ({ path }) => path === '/application/verification'],
    ['a customer', () => CUSTOMER, ({ role }) => role === 'ROLE_USER' || role === 'SIGNED_IN'],
    ['an officer', () => OFFICER, ({ role }) => role === 'ROLE_ADMIN'],
  ])('%s', (name, who, sees) => {
    beforeAll(() => enter(who()))
    afterAll(() => context.close())

    it.each(screens.filter(sees))('R27 $path runs no script', async ({ path }) => {
      const script = encodeURIComponent(SCRIPTS[1])
      await page.goto(`${path.replace(/\$\w+/g, script)}?id=${script}&next=javascript:alert(1)#${script}`)
      if (SHOWN.has(`${name} ${path}`)) await page.getByText('alert(1)').first().waitFor({ state: 'attached' })
      await expectNothingRan(path)
    })
  })

  describe('the mailbox', () => {
    beforeAll(() => enter(null))
    afterAll(() => context.close())

    it('R27 shows every mail with one of their texts and runs no script', async () => {
      const mails = (await (await fetch(`${url}/dev/mail/messages`)).json()) as { id: string; html: string }[]
      const written = mails.filter(({ html }) => html.includes('alert(1)'))
      expect(written.length).toBeGreaterThan(2)
      for (const path of ['/dev/mail', ...written.map(({ id }) => `/dev/mail/${id}`)]) {
        await page.goto(path)
        await expectNothingRan(path)
      }
    })
  })

  it('R27 the check itself works: a page that does run a script is detected', async () => {
    await enter(null)
    await page.setContent(`<h1>x</h1>${SCRIPTS[0]}`)
    await expect.poll(() => ran.length).toBe(1)
    await context.close()
  })
})
