/** Values of notices and mails in the reader's language: they are stored in the default language. */
import type { Locale } from '@tunjo/contract/locales'
import type { NoticeFacts } from '@tunjo/contract/notice-text'
import type { NoticeValues } from '@tunjo/contract/notices'
import { translateDate } from '../../../platform/time/translate-date.ts'
import type { MailTemplates } from './mail/templates.es.ts'
import type { TranslateText } from './types.ts'

type NameOf<Values> = { [K in keyof Values]: keyof Values[K] }[keyof Values]
type ValueName = NameOf<NoticeValues> | NameOf<Omit<MailTemplates, 'notifications.notice'>>

/** Values whose texts come from the code in the default language; of each other value, `AS_STORED` says why it stays. */
const DATES = ['when', 'until', 'due', 'date', 'day', 'heldUntil'] as const
/** Texts of other modules, which `translate` finds in their catalogues. */
const PHRASES = ['reason', 'place', 'device'] as const

type Stays = Exclude<ValueName, (typeof DATES)[number] | (typeof PHRASES)[number]>
/** A value of a new kind needs its line here, or its place above: without it this does not compile. */
export const AS_STORED: Readonly<
  Record<Stays, 'a code, which the text names' | 'a name or an address' | 'a number' | 'typed or published text'>
> = {
  account: 'a name or an address',
  address: 'a name or an address',
  after: 'a code, which the text names',
  amount: 'a number',
  asset: 'a code, which the text names',
  before: 'a code, which the text names',
  bought: 'a number',
  changes: 'typed or published text',
  check: 'a code, which the text names',
  code: 'a number',
  confirmMinutes: 'a number',
  confirmUrl: 'a name or an address',
  denyHours: 'a number',
  denyUrl: 'a name or an address',
  description: 'typed or published text',
  details: 'typed or published text',
  difference: 'a number',
  hot: 'a number',
  hours: 'a number',
  invitedBy: 'a name or an address',
  ip: 'a name or an address',
  left: 'a number',
  level: 'a number',
  lowered: 'a number',
  message: 'typed or published text',
  minutes: 'a number',
  movement: 'a code, which the text names',
  name: 'a name or an address',
  near: 'a code, which the text names',
  newEmail: 'a name or an address',
  number: 'a number',
  officer: 'a name or an address',
  oldEmail: 'a name or an address',
  operation: 'typed or published text',
  outcome: 'a code, which the text names',
  overdue: 'a code, which the text names',
  policy: 'typed or published text',
  raised: 'a number',
  request: 'a code, which the text names',
  reversal: 'a code, which the text names',
  roles: 'typed or published text',
  sender: 'a name or an address',
  side: 'a code, which the text names',
  signInUrl: 'a name or an address',
  signUpUrl: 'a name or an address',
  slots: 'a code, which the text names',
  sold: 'a number',
  step: 'a code, which the text names',
  subject: 'typed or published text',
  subjects: 'a code, which the text names',
  target: 'a number',
  ticket: 'a number',
  title: 'typed or published text',
  transaction: 'a number',
  url: 'a name or an address',
  why: 'a code, which the text names',
}

const isIn = (names: readonly string[], name: string): boolean => names.includes(name)

export function localiseValues<V extends object>(values: V, locale: Locale, translate: TranslateText): V {
  const shown = Object.entries(values).map(([name, value]) => {
    if (typeof value !== 'string') return [name, value]
    if (isIn(DATES, name)) return [name, translateDate(value, locale)]
    return [name, isIn(PHRASES, name) ? translate(value, locale) : value]
  })
  return Object.fromEntries(shown) as V
}

/** Kind and values stay a pair: no value changes its type. */
export const localiseNotice = (notice: NoticeFacts, locale: Locale, translate: TranslateText): NoticeFacts =>
  ({ ...notice, values: localiseValues(notice.values, locale, translate) }) as NoticeFacts
