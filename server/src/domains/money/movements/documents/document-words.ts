/** Texts of documents by language. A document keeps the language in which it was issued: its facts are signed. */
import type { Catalogue } from '../../../../platform/phrases/catalogue.ts'
import { ENGLISH_TEXTS } from './document-words.en.ts'
import { type DocumentTexts, SPANISH_TEXTS } from './document-words.es.ts'

export type { DocumentTexts }
export const DOCUMENT_TEXTS: Catalogue<DocumentTexts> = { es: SPANISH_TEXTS, en: ENGLISH_TEXTS }
