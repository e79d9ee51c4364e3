import { titleOfApproval } from '@tunjo/contract/approval-kinds'
import { formatWorkCounts } from '@tunjo/contract/deadline-work'
import { LOCALES } from '@tunjo/contract/locales'
import { type NoticeFacts, noticeText } from '@tunjo/contract/notice-text'
import { renewalNames } from '@tunjo/contract/renewal-names'
import { slotNames } from '@tunjo/contract/slot-names'
import { describe, expect, it } from 'vitest'
import { translateDate } from '../../../../platform/time/translate-date.ts'
import { localiseNotice } from '../localise-values.ts'
import { renderMail } from '../mail/render.ts'
import { EVERY_NOTICE } from './notices.testing.ts'
import { amountText, checkLinks, pageOf, tidyValues } from './rules.ts'

const FREEZE = 'https://tunjo.example/users/freeze/abc'
/** Codes that each language renders as words. */
const CODES = [
  'reversal',
  'request',
  'outcome',
  'slots',
  'subjects',
  'side',
  'movement',
  'step',
  'before',
  'after',
  'why',
  'near',
  'overdue',
]
const OUR_PAGES = [
  'administrative/approvals',
  'administrative/verification/',
  'administrative/financial/wallet',
  'administrative/financial/balance',
  'record',
  'cuentas',
  'trade',
  'configuration',
  'login-report',
  'messages',
].map((name) => `/application/${name}`)

describe.each(LOCALES)('texts in %s', (locale) => {
  it.each(EVERY_NOTICE)('$kind is complete in the bell and in the mail', (notice) => {
    const { title, text } = noticeText(
      localiseNotice(notice, locale, (stored) => stored),
      locale,
    )
    expect(title.length).toBeGreaterThan(5)
    expect(title.length).toBeLessThan(60)
    for (const [name, value] of Object.entries(notice.values))
      if (!CODES.includes(name)) expect(text).toContain(translateDate(value, locale))
    if ('request' in notice.values) expect(text).toContain(titleOfApproval(notice.values.request, locale))
    if ('subjects' in notice.values) expect(text).toContain(renewalNames(notice.values.subjects, locale))
    if ('overdue' in notice.values) expect(text).toContain(formatWorkCounts(notice.values.overdue, locale))
    if ('slots' in notice.values) expect(text).toContain(slotNames(notice.values.slots ?? '', locale))
    const mail = renderMail({ template: 'notifications.notice', values: { notice, freezeUrl: FREEZE, moreUrl: null } }, { locale })
    expect(mail.subject).toBe(`${title} · Tunjo`)
    expect(mail.text).toContain(text)
    expect(mail.html).toContain(`<html lang="${locale}">`)
    for (const part of [mail.subject, mail.text, mail.html, title, text]) expect(part).not.toMatch(/undefined|null|NaN|\[object|\.\.(?!\.)/)
  })
})

it('SEC-67 the mail of a security notice has the button that freezes the account and explains it', () => {
  const notice = { kind: 'payments.withdrawal_requested', values: { amount: '$ 1', account: 'X' } } as const
  const values = { notice, freezeUrl: FREEZE, moreUrl: 'https://tunjo.example/application/record' }
  const spanish = renderMail({ template: 'notifications.notice', values })
  expect(spanish.text).toContain(`No fui yo: bloquear mi cuenta:\n${FREEZE}`)
  expect(spanish.text).toContain('bloquearemos la cuenta: nadie podrá entrar ni retirar')
  expect(spanish.html).toContain(`href="${FREEZE}"`)
  expect(renderMail({ template: 'notifications.notice', values }, { locale: 'en' }).text).toContain('It was not me: freeze my account')
  const calm = renderMail({ template: 'notifications.notice', values: { ...values, freezeUrl: null } })
  expect(calm.text).not.toContain('No fui yo')
  expect(calm.text).toContain('Ver en Tunjo:\nhttps://tunjo.example/application/record')
})

it('ADM-09 officers read the old and new risk and the reason, and nothing that identifies the person', () => {
  const values = { before: 'low', after: 'high' } as const
  const said = (why: 'assessed' | 'expired' | 'rule') => noticeText({ kind: 'risk.level_changed', values: { ...values, why } }, 'es').text
  expect(said('assessed')).toContain('de No a Alto: cambiaron sus mínimos')
  expect(said('expired')).toContain('venció el nivel')
  expect(said('rule')).toContain('una regla registró')
})

it('ADM-17 a blocked customer has the button of their appeal instead of the one that freezes', () => {
  const appealUrl = 'https://tunjo.example/users/appeal/abc'
  const notice = { kind: 'identity.account_blocked', values: { when: '21 nov 2026' } } as const
  const textIn = (locale: 'es' | 'en', one: NoticeFacts = notice) =>
    renderMail({ template: 'notifications.notice', values: { notice: one, freezeUrl: null, appealUrl, moreUrl: null } }, { locale }).text
  expect(textIn('es')).toContain(`Pedir que la revisemos:\n${appealUrl}`)
  expect(textIn('en')).toContain(`Ask for a review:\n${appealUrl}`)
  expect(textIn('es', { kind: 'conversations.appeal_answered', values: {} })).toContain(`Leer y responder:\n${appealUrl}`)
  expect(textIn('es')).not.toContain('No fui yo')
})

it('B10 a mail states its reason: only security notices name security', () => {
  const noteOf = (notice: NoticeFacts) => {
    const { text } = renderMail({ template: 'notifications.notice', values: { notice, freezeUrl: null, moreUrl: null } })
    return /aviso de seguridad|por la verificación|conversación abierta|cambian los textos|qué correos como este/.exec(text)?.[0]
  }
  const kinds = Object.fromEntries(EVERY_NOTICE.map((notice) => [notice.kind, noteOf(notice)]))
  expect(kinds).toMatchObject({
    'kyc.documents_declined': 'por la verificación',
    'kyc.level_verified': 'por la verificación',
    'conversations.answered': 'conversación abierta',
    'identity.policy_changed': 'cambian los textos',
    'identity.password_changed': 'aviso de seguridad',
    'payments.deposit_credited': 'qué correos como este',
  })
  // ID-09: every mail that Configuración can turn off mentions it.
  const optional = Object.entries(kinds).flatMap(([kind, note]) => (note === 'qué correos como este' ? [kind] : []))
  expect(optional.filter((kind) => kind.startsWith('crypto.')).sort()).toEqual([
    'crypto.deposit_credited',
    'crypto.withdrawal_returned',
    'crypto.withdrawal_sent_again',
    'crypto.withdrawal_settled',
  ])
})

it('every kind links to a page of the product, or to none for blocked customers', () => {
  const nowhere = EVERY_NOTICE.filter(({ kind }) => pageOf(kind) === null).map(({ kind }) => kind)
  expect(nowhere).toEqual(['identity.account_frozen', 'identity.account_protected', 'identity.account_blocked', 'identity.account_closed'])
  for (const { kind } of EVERY_NOTICE) if (!nowhere.includes(kind)) expect(OUR_PAGES).toContain(pageOf(kind))
})

it('R31 typed text stays one line of bounded length', () => {
  const tidy = tidyValues({ name: ' Mi\r\nBcc: otra@x.example\u2028llave\u0000 ', long: '🔑'.repeat(1_000) })
  expect(tidy.name).toBe('Mi Bcc: otra@x.example llave')
  expect([...tidy.long]).toHaveLength(400)
})

it('R31 links lead only to the product', () => {
  const ours = 'https://tunjo.example'
  expect(() => checkLinks({ url: '/application/record', freezeUrl: FREEZE }, ours)).not.toThrow()
  for (const url of ['https://x.example', '//x.example', '/\\x.example', 'javascript:alert(1)', 'application', '/a b', '/a\r\nb'])
    expect(() => checkLinks({ url }, ours), url).toThrow('must be a path of the product')
  for (const freezeUrl of ['https://x.example/users/freeze/a', 'https://tunjo.example.x.example/a', '/users/freeze/a'])
    for (const link of [{ freezeUrl }, { appealUrl: freezeUrl }])
      expect(() => checkLinks(link, ours), freezeUrl).toThrow('must be at the address')
})

it.each([
  ['COP', '5000000', '$\u00a050.000'],
  ['COP', '123456789', '$\u00a01.234.567,89'],
  ['COP', '150', '$\u00a01,50'],
  ['BTC', '150000', '0,0015\u00a0BTC'],
  ['USDT', '1234000000', '1.234\u00a0USDT'],
] as const)('%s %s reads %s', (asset, baseUnits, text) => {
  expect(amountText(asset, baseUnits)).toBe(text)
})

it('SHELL-13 a mail is in the language of its account, also one that is not a notice', () => {
  const request = { template: 'identity.appeal', values: { url: 'https://tunjo.example/appeal' } } as const
  expect(renderMail(request).subject).toBe('Escríbenos sobre tu cuenta de Tunjo')
  const english = renderMail(request, { locale: 'en' })
  expect(english.subject).toBe('Write to us about your Tunjo account')
  expect(english.html).toContain('<html lang="en">')
  expect(english.text).not.toMatch(/[áéíóúñ¿¡]/)
})
