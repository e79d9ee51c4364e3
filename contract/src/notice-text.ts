/** Title and text of a notice, in the reader's language. */

import { DEFAULT_LOCALE, type Locale } from './locales.ts'
import { ENGLISH_NOTICES } from './notices.en.ts'
import { SPANISH_NOTICES } from './notices.es.ts'
import type { NoticeKind, NoticeText, NoticeTexts, NoticeValues } from './notices.ts'
import { withSingleFullStop } from './single-full-stop.ts'

const TEXTS = { es: SPANISH_NOTICES, en: ENGLISH_NOTICES } satisfies Record<Locale, NoticeTexts>

export type NoticeFacts = { [K in NoticeKind]: { readonly kind: K; readonly values: NoticeValues[K] } }[NoticeKind]

export function noticeText({ kind, values }: NoticeFacts, locale: Locale = DEFAULT_LOCALE): NoticeText {
  // Each text matches the values of its kind; the caller that built the pair was type-checked.
  const write = TEXTS[locale][kind] as (given: typeof values) => NoticeText
  const { title, text } = write(values)
  return { title, text: withSingleFullStop(text) }
}
