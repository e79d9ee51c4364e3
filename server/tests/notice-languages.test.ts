/** No text that the code wrote in the default language remains in a notice or mail of a reader with another language. */
import { LOCALES } from '@tunjo/contract/locales'
import { noticeText } from '@tunjo/contract/notice-text'
import { describe, expect, it } from 'vitest'
import { translateText } from '../src/composition/translate-text.ts'
import { SPANISH_REASONS as SPANISH_DEPOSIT_REASONS } from '../src/domains/money/crypto/deposits/reasons.es.ts'
import { SPANISH_REASONS as SPANISH_WITHDRAWAL_REASONS } from '../src/domains/money/crypto/withdrawals/reasons.es.ts'
import { SPANISH_REASONS as SPANISH_PAYMENT_REASONS } from '../src/domains/money/payments/reasons.es.ts'
import { accountIsNew } from '../src/domains/money/payments/reasons.ts'
import { AS_STORED, localiseNotice } from '../src/domains/reference/notifications/localise-values.ts'
import { renderMail } from '../src/domains/reference/notifications/mail/render.ts'
import { EVERY_NOTICE } from '../src/domains/reference/notifications/notices/notices.testing.ts'
import { tidyValues } from '../src/domains/reference/notifications/notices/rules.ts'

const URL = 'https://tunjo.example'
/** Words of Spanish that no English text of the product has. */
const SPANISH = /[áéíóúñ¿¡]|\b(de|del|el|la|los|las|que|tu|su|con|por|para|hasta|volvió|saldo|u)\b|[ap]\. m\./i
const LINKS = { freezeUrl: URL, moreUrl: null }

/** Values that stay as stored may be Spanish: names, and what a person wrote. */
const withoutStored = (text: string, values: object): string =>
  Object.entries(values).reduce((rest, [name, value]) => (Object.hasOwn(AS_STORED, name) ? rest.replaceAll(String(value), '') : rest), text)

describe.each(EVERY_NOTICE)('$kind', (notice) => {
  it('is in English in the bell and in the mail of an English reader', () => {
    const bell = noticeText(localiseNotice(notice, 'en', translateText), 'en')
    const mail = renderMail({ template: 'notifications.notice', values: { notice, ...LINKS } }, { locale: 'en', translate: translateText })
    for (const text of [bell.title, bell.text, mail.subject, mail.text]) expect(withoutStored(text, notice.values)).not.toMatch(SPANISH)
    expect(mail.text).toContain(bell.text)
  })

  it('is unchanged for a Spanish reader', () => {
    expect(noticeText(localiseNotice(notice, 'es', translateText), 'es')).toEqual(noticeText(notice, 'es'))
  })
})

const stringsOf = (phrases: unknown): string[] =>
  typeof phrases === 'string' ? [phrases] : typeof phrases === 'object' ? Object.values(phrases ?? {}).flatMap(stringsOf) : []
const REASONS = [SPANISH_PAYMENT_REASONS, SPANISH_DEPOSIT_REASONS, SPANISH_WITHDRAWAL_REASONS].flatMap(stringsOf)

it('every reason that a movement can have is translated, as a notice stores it', () => {
  const stored = [...REASONS, accountIsNew(new Date('2026-11-21T06:30:00Z'))]
  expect(stored.length).toBeGreaterThan(50)
  const left = stored.filter((reason) => SPANISH.test(translateText(tidyValues({ reason }).reason, 'en')))
  expect(left).toEqual([])
  expect(translateText(accountIsNew(new Date('2026-11-21T06:30:00Z')), 'en')).toContain('21 November 2026, 01:30')
})

const unfamiliar = {
  when: '21 de noviembre de 2026, 1:30 a. m.',
  place: 'Lugar desconocido',
  ip: '190.24.1.7',
  device: 'Desconocido · Windows 10 u 11',
  heldUntil: '22 de noviembre de 2026, 1:30 a. m.',
  confirmUrl: URL,
  confirmMinutes: 30,
  denyUrl: URL,
  denyHours: 72,
}
const activation = { url: URL, hours: 24, when: unfamiliar.when, ip: unfamiliar.ip }

it.each([
  { template: 'identity.unfamiliar_sign_in', values: unfamiliar },
  { template: 'identity.activate', values: activation },
] as const)('the mail $template has its dates and places in the language of the reader', (request) => {
  const [spanish, english] = LOCALES.map((locale) => renderMail(request, { locale, translate: translateText }).text)
  expect(spanish).toContain(unfamiliar.when)
  expect(english).toContain('21 November 2026, 01:30')
  expect(english).not.toMatch(SPANISH)
})
