/** Canonical form of blocklist values, independent of their spelling, and the masked text for officers. */
import type { BlackListKind } from '@tunjo/contract/blocklist'
import { foldText } from '../../../platform/database/list-query.ts'
import { type Refusal, refusal } from '../../../platform/http/refusal.ts'
import { comparable } from '../screening/index.ts'
import { readBankAccount } from './bank-accounts.ts'
import type { ListedValue } from './listed-value.ts'
import { readNetwork } from './networks.ts'

/** Kinds read from their text alone; a device is identified by its row. */
export type TypedKind = Exclude<BlackListKind, 'device'>

/** As an officer typed it. */
export function readValue(kind: TypedKind, typed: string): ListedValue | Refusal {
  const text = typed.trim()
  if (NUMBERED.has(kind) && SPREADSHEET_NUMBER.test(text)) return refusal('blacklist.value_invalid')
  return READERS[kind](text) ?? refusal('blacklist.value_invalid')
}

const NUMBERED: ReadonlySet<TypedKind> = new Set(['document', 'nit', 'phone', 'bank_account'])
/** A long number garbled by a spreadsheet: an exponent that lost digits, or decimals that would become digits of the number. */
const SPREADSHEET_NUMBER = /^[\d.,]+e[+-]?\d+$|,\d{1,2}$|\.0{1,2}$/i

const READERS: Readonly<Record<TypedKind, (typed: string) => ListedValue | Refusal | null>> = {
  document: (typed) => numbered(comparable({ kind: 'cedula', value: typed })),
  nit: (typed) => numbered(comparable({ kind: 'nit', value: typed })),
  phone: (typed) => numbered(phoneOf(typed)),
  bank_account: readBankAccount,
  email(typed) {
    const email = emailOf(typed)
    const [local = '', domain = ''] = email?.split('@') ?? []
    return email === null ? null : { text: email, masked: `${local.slice(0, 1)}•••@${domain}` }
  },
  domain(typed) {
    const domain = typed.toLowerCase().replace(/^@/, '')
    if (!DOMAIN.test(domain)) return null
    return isSharedDomain(domain) ? refusal('blacklist.too_wide') : { text: domain, masked: domain }
  },
  network: readNetwork,
  address(typed) {
    const text = ADDRESS.test(typed) ? typed.toLowerCase() : null
    return text === null ? null : { text, masked: `${text.slice(0, 6)}…${text.slice(-4)}` }
  },
  name(typed) {
    const text = nameOf(typed)
    const initials = typed.split(/\s+/).map((word) => `${word.slice(0, 1).toUpperCase()}•••`)
    return text === null ? null : { text, masked: initials.join(' ') }
  },
}

const SEEN_DIGITS = 3
const numbered = (text: string | null): ListedValue | null => (text === null ? null : { text, masked: `•••${text.slice(-SEEN_DIGITS)}` })

const DOMAIN = /^(?=.{4,253}$)([a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}$/
const ADDRESS = /^0x[0-9a-f]{40}$/i
const PHONE_DIGITS_MIN = 7
const COUNTRY_CODE = '57'
const NATIONAL_DIGITS = 10

/** A Colombian number is the same with and without the country code. */
export function phoneOf(typed: string): string | null {
  const digits = typed.replace(/\D/g, '').replace(/^0+/, '')
  if (digits.length < PHONE_DIGITS_MIN) return null
  return digits.length === COUNTRY_CODE.length + NATIONAL_DIGITS && digits.startsWith(COUNTRY_CODE)
    ? digits.slice(COUNTRY_CODE.length)
    : digits
}

const EMAIL = /^([^\s@+]+)(?:\+[^\s@]*)?@([^\s@]+\.[^\s@]+)$/
const WITHOUT_DOTS = new Set(['gmail.com', 'googlemail.com'])
/** Without the parts that its provider ignores: a suffix after a plus sign, and the dots of Gmail. */
export function emailOf(typed: string): string | null {
  const [, local, domain] = EMAIL.exec(typed.normalize('NFC').trim().toLowerCase()) ?? []
  if (!local || !domain) return null
  return WITHOUT_DOTS.has(domain) ? `${local.replaceAll('.', '')}@gmail.com` : `${local}@${domain}`
}

/** The domain of an e-mail and its parent domains. */
export function domainsOf(email: string): string[] {
  const labels = email
    .slice(email.lastIndexOf('@') + 1)
    .toLowerCase()
    .split('.')
  return labels.slice(0, -1).map((_label, at) => labels.slice(at).join('.'))
}

/** Public mail providers and public suffixes: such an entry would block the customers. */
const SHARED = new Set([
  'gmail.com', 'googlemail.com', 'hotmail.com', 'hotmail.es', 'outlook.com', 'outlook.es', 'live.com', 'msn.com', 'yahoo.com', 'yahoo.es',
  'yahoo.com.co', 'ymail.com', 'icloud.com', 'me.com', 'mac.com', 'aol.com', 'proton.me', 'protonmail.com', 'une.net.co', 'etb.net.co',
  'com.co', 'net.co', 'org.co', 'edu.co', 'gov.co', 'mil.co', 'nom.co', 'co.uk', 'com.mx', 'com.ar', 'com.br', 'com.ve', 'com.ec', 'com.pe',
]) // biome-ignore format: one list
const isSharedDomain = (domain: string) => SHARED.has(domain)

const PARTICLES = new Set(['de', 'del', 'la', 'las', 'los', 'y', 'da', 'do', 'van', 'von'])
/** In any order of its words. */
export function nameOf(typed: string): string | null {
  const words = foldText(typed)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && !PARTICLES.has(word))
  return words.length < 2 ? null : words.sort().join(' ')
}
