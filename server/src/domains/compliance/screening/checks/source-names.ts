/** Names of the sources of background checks by language, for officers. */
import { DEFAULT_LOCALE } from '@tunjo/contract/locales'
import { fieldOf } from '../../../../platform/http/field-of.ts'
import type { Catalogue } from '../../../../platform/phrases/catalogue.ts'
import { SOURCE_NAMES_EN } from './source-names.en.ts'
import { SOURCE_NAMES_ES, type SourceNames } from './source-names.es.ts'

const SOURCE_NAMES: Catalogue<SourceNames> = { es: SOURCE_NAMES_ES, en: SOURCE_NAMES_EN }

/** An unknown source keeps the provider's code. */
export function sourceName(code: string, locale = DEFAULT_LOCALE): string {
  const name = fieldOf(SOURCE_NAMES[locale], code)
  return typeof name === 'string' ? name : code.replaceAll('_', ' ')
}
