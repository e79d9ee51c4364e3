/** Error sentences in the reader's language. */
import { ENGLISH_SENTENCES } from './errors.en.ts'
import { ERROR_SENTENCES } from './errors.es.ts'
import type { ErrorCode, ErrorParams } from './errors.ts'
import { DEFAULT_LOCALE, type Locale } from './locales.ts'
import { withSingleFullStop } from './single-full-stop.ts'

const SENTENCES = { es: ERROR_SENTENCES, en: ENGLISH_SENTENCES } satisfies Record<Locale, unknown>
const QUOTED = { es: (name) => `«${name}»`, en: (name) => `“${name}”` } satisfies Record<Locale, (name: string | number) => string>

export function sentenceOf(code: ErrorCode, params: ErrorParams = {}, locale: Locale = DEFAULT_LOCALE): string {
  const sentence = SENTENCES[locale][code]
  const text = typeof sentence === 'string' ? sentence : withSingleFullStop(sentence(params))
  // Names the file, when several are sent together; other parameters refer to no file.
  return Object.hasOwn(params, 'fileName') ? `${QUOTED[locale](params.fileName ?? '')}: ${text}` : text
}
