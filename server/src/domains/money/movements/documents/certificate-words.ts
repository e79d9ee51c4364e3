/** Texts of a yearly certificate by language. */
import type { Catalogue } from '../../../../platform/phrases/catalogue.ts'
import { ENGLISH_TEXTS } from './certificate-words.en.ts'
import { type CertificateTexts, SPANISH_TEXTS } from './certificate-words.es.ts'

export const CERTIFICATE_TEXTS: Catalogue<CertificateTexts> = { es: SPANISH_TEXTS, en: ENGLISH_TEXTS }
