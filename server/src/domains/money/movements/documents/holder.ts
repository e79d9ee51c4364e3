/** Holder of a document: verified name and identity document. */
import type { Locale } from '@tunjo/contract/locales'
import type { MovementsContext, MovementsOwner } from '../types.ts'
import { DOCUMENT_TEXTS } from './document-words.ts'
import type { Fact } from './issue-document.ts'

const SHOWN_DIGITS = 4

export async function holderFacts({ kyc }: MovementsContext, { accountId, locale }: MovementsOwner): Promise<Fact[]> {
  const person = await kyc.person(accountId)
  const dossier = person?.dossier
  if (!dossier) return []
  const { fullName, documentType, documentNumber } = dossier
  const { holder, identityDocument } = DOCUMENT_TEXTS[locale]
  return [
    { name: holder, value: fullName },
    // Documents are passed on: these digits suffice to compare with the identity document.
    { name: identityDocument, value: `${documentType} ···· ${documentNumber.slice(-SHOWN_DIGITS)}` },
  ]
}

/** The complete number, for documents that a tax adviser reads; the verification by code does not disclose it. */
export async function documentNumber({ kyc }: MovementsContext, accountId: string): Promise<string | null> {
  const dossier = (await kyc.person(accountId))?.dossier
  return dossier ? `${dossier.documentType} ${dossier.documentNumber}` : null
}

export const withDocument = (facts: readonly Fact[], number: string | null, locale: Locale): Fact[] =>
  facts.map((fact) => (fact.name === DOCUMENT_TEXTS[locale].identityDocument && number !== null ? { ...fact, value: number } : fact))
