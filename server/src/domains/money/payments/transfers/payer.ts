/** Name matching of a payer with the customer: by document where the bank reports it, else by name. */
import { foldText } from '../../../../platform/database/list-query.ts'
import type { VerifiedPerson } from '../../../customers/limits/index.ts'
import { legalIdOf } from '../providers/legal-id.ts'

export interface Payer {
  readonly name: string
  readonly document: string
  readonly bank: string
  readonly account: string
}
export type KnownPerson = Pick<VerifiedPerson, 'fullName' | 'documentType' | 'documentNumber'>

/** Another person's document means another person, whatever the name. */
export function isPaidBy(person: KnownPerson, payer: Payer): boolean {
  const document = plain(payer.document)
  if (document !== '') return isDocumentOf(person, document)
  return isSameName(person.fullName, payer.name)
}

/** Fields in which a provider's record names none of these. Missing fields are not compared. */
export function otherFields(
  known: readonly (KnownPerson & { readonly email?: string })[],
  { name, document, email }: NamedOnRecord,
): string[] {
  const isNamed = (one: KnownPerson) => isSameName(one.fullName, name) || isCutOff(one.fullName, name)
  const emails = known.flatMap((one) => one.email?.toLowerCase() ?? [])
  return [
    ...(document === '' || known.some((one) => isDocumentOf(one, document)) ? [] : ['document']),
    ...(name === '' || known.some(isNamed) ? [] : ['name']),
    ...(email === '' || emails.includes(email.trim().toLowerCase()) ? [] : ['email']),
  ]
}

interface NamedOnRecord {
  readonly name: string
  readonly document: string
  readonly email: string
}

export const isDocumentOf = (person: KnownPerson, document: string): boolean => documentsOf(person).includes(plain(document))

/** Banks write a NIT with its check digit or without it. */
const documentsOf = (person: KnownPerson): string[] => [plain(person.documentNumber), plain(legalIdOf(person))]

/** Without points, spaces and the leading zeros that some banks pad with. */
const plain = (document: string): string =>
  foldText(document)
    .replace(/[^a-z0-9]/g, '')
    .replace(/^0+/, '')

/** Given names alone are shared by many people. */
const WORDS_MIN = 3
const LAST_NAMES = 2
/** Banks truncate names: the last word may be the beginning of one. */
const CUT_WORD_MIN = 3

/** Minimum length of a truncated name: providers cut it at any position, also before the last names. */
const CUT_NAME_MIN = 20
function isCutOff(fullName: string, declared: string): boolean {
  const cut = wordsOf(declared).join(' ')
  return cut.length >= CUT_NAME_MIN && wordsOf(fullName).join(' ').startsWith(cut)
}

/**
 * The same words in the same order match, also a single one. Else every word that the bank reports must be one of the customer's, in any
 * order; three of them (or all that there are), and one a last name.
 */
function isSameName(fullName: string, declared: string): boolean {
  const own = wordsOf(fullName)
  const left = [...own]
  const words = wordsOf(declared)
  if (words.length > 0 && words.join(' ') === own.join(' ')) return true
  const last = words.length - 1
  const agrees = words.every((word, index) => {
    const place = left.findIndex((one) => one === word || (index === last && word.length >= CUT_WORD_MIN && one.startsWith(word)))
    if (place >= 0) left.splice(place, 1)
    return place >= 0
  })
  const cut = words[last] ?? ''
  const isLastName = (name: string) => words.includes(name) || (cut.length >= CUT_WORD_MIN && name.startsWith(cut))
  const hasLastName = own.slice(1).slice(-LAST_NAMES).some(isLastName)
  return agrees && hasLastName && words.length >= Math.min(WORDS_MIN, own.length)
}

/** Particles that some banks omit. */
const PARTICLES = new Set(['de', 'del', 'la', 'las', 'los', 'y'])
const wordsOf = (name: string): string[] =>
  foldText(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '' && !PARTICLES.has(word))
