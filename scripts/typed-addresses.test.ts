/** Journeys click: where a link leads to a screen, no journey types its address. The remaining typed ones are counted here. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const JOURNEYS = join(import.meta.dirname, '../e2e')
const TYPED = /\.goto\(/g
/** First page of a visit. */
const FIRST_PAGE = /\.goto\('\/(login)?'\)/g

/** Addresses that a person has from another source, or that are typed because typing is what is tested. */
const ON_PURPOSE: Readonly<Record<string, readonly [count: number, why: string]>> = {
  'access.e2e.ts': [6, 'links of mails, and one with an invented token'],
  'alerts.e2e.ts': [2, 'links of mails with an invented token'],
  'approvals.e2e.ts': [7, 'links of mails, addresses that a person may not open yet or at all, and a month that no list shows'],
  'cross-origin.e2e.ts': [1, 'the page of an attacker'],
  'design-system.e2e.ts': [1, 'the gallery of parts, which no link leads to'],
  'every-screen.e2e.ts': [2, 'looks at each screen of the route table'],
  'exchange.e2e.ts': [2, 'the page inside the frame of the chart, and a transaction whose address was passed on'],
  'first-administrator.e2e.ts': [2, 'the link of the command line'],
  'first-swap.ts': [2, 'the empty form of sign-up, where the count begins, and the link of a mail'],
  'guard.e2e.ts': [16, 'addresses that were kept, passed on or guessed: whom the guard lets in, and where it leads'],
  'install.e2e.ts': [1, 'a page that is loaded without connection'],
  'mfa-reset.e2e.ts': [2, 'links of mails'],
  'menus.e2e.ts': [1, 'an address that a role may not open'],
  'page-safety.e2e.ts': [2, 'addresses with scripts in them'],
  'public-pages.e2e.ts': [2, 'the link of a mail, and one with an invented token'],
  'shell.e2e.ts': [2, 'addresses with and without a slash at the end, and unknown ones'],
  'sign-in-lists.e2e.ts': [1, 'screens of officers, by a customer'],
  'sign-in.ts': [1, 'the first screen of a session that is there already'],
  'customer-messages.e2e.ts': [
    5,
    'the address that the bank sends back to: again, changed by hand, and by another customer; pages whose layout shifts while they load',
  ],
  'translated-page.e2e.ts': [1, 'looks at screens that a translator rewrote, each from its beginning'],
  'verification-person.e2e.ts': [2, 'the survey again, after it was answered'],
}

/** Typed addresses that a click could reach: `openScreen` is to replace them. These counts only go down. */
const STILL_TYPED: Readonly<Record<string, number>> = {
  'access.e2e.ts': 7,
  'alerts.e2e.ts': 3,
  'approvals.e2e.ts': 5,
  'first-administrator.e2e.ts': 3,
  'language.e2e.ts': 5,
  'legacy-encryption.e2e.ts': 1,
  'menus.e2e.ts': 8,
  'missing-part.e2e.ts': 3,
  'notices.e2e.ts': 5,
  'public-pages.e2e.ts': 2,
  'resumed-upload.e2e.ts': 1,
  'review.e2e.ts': 66,
  'settings.e2e.ts': 7,
  'shell.e2e.ts': 1,
  'annulled-payment.e2e.ts': 3,
  'policy-changes.e2e.ts': 2,
  'customer-messages.e2e.ts': 3,
  'verification-company.e2e.ts': 4,
  'verification-levels.e2e.ts': 4,
  'verification-person.e2e.ts': 2,
  'verification-zone.e2e.ts': 1,
}

const lengthOf = (text: string, what: RegExp) => text.match(what)?.length ?? 0

it.each(readdirSync(JOURNEYS).filter((file) => file.endsWith('.ts')))('%s types no address that a click reaches', (file) => {
  const text = readFileSync(join(JOURNEYS, file), 'utf8')
  const typed = lengthOf(text, TYPED) - lengthOf(text, FIRST_PAGE)
  const allowed = (ON_PURPOSE[file]?.[0] ?? 0) + (STILL_TYPED[file] ?? 0)
  const advice = 'open screens with openScreen (e2e/open-screen.ts); lower the count of this file after addresses were replaced'
  expect(typed, advice).toBe(allowed)
})

it('the lists name existing files', () => {
  const files = readdirSync(JOURNEYS)
  expect([...Object.keys(ON_PURPOSE), ...Object.keys(STILL_TYPED)].filter((file) => !files.includes(file))).toEqual([])
})
