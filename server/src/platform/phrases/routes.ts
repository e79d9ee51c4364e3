/** HTTP routes of phrases: the sentences of refusals, by language. */
import type { Locale } from '@tunjo/contract/locales'
import { phrases as contract } from '@tunjo/contract/phrases'
import { sha256 } from '../database/ids.ts'
import { type HttpContext, implement, type Route } from '../http/route.ts'
import { readPhrases } from './read-phrases.ts'

export function phraseRoutes(): Route[] {
  return implement(contract, { es: publish('es'), en: publish('en') })
}

/** Read once: the files change only with the product. The browser asks each time whether its copy is current. */
function publish(locale: Locale) {
  const phrases = readPhrases(locale)
  const etag = `"${sha256(JSON.stringify(phrases)).slice(0, 32)}"`
  return async ({ http }: { http: HttpContext }) => {
    http.setHeader('etag', etag)
    http.setHeader('cache-control', 'public, no-cache')
    http.setHeader('content-language', locale)
    return phrases
  }
}
