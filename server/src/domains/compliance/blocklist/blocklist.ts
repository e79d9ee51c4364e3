/** Blocklist lookup: by equality of keyed hashes, so that neither the table nor its backup discloses who is blocked. */
import { createHmac } from 'node:crypto'
import type { BlackListKind, BlackListPlace } from '@tunjo/contract/blocklist'
import { afterRollback, type Connection, inTransaction, type Transaction } from '../../../platform/database/database.ts'
import type { Platform } from '../../../platform/module.ts'
import { comparable, type Identifier } from '../screening/index.ts'
import { type BankAccountNumber, bankAccountTexts } from './bank-accounts.ts'
import { type EntryRow, entriesOf, type HashedEntry, hasHit, hasHitSince, recordHit } from './entry-store.ts'
import { networksOf } from './networks.ts'
import { domainsOf, emailOf, nameOf, phoneOf } from './values.ts'

/** Values that a customer or visitor presents, unprocessed. */
export interface PresentedValues {
  readonly emails?: readonly string[]
  readonly ips?: readonly string[]
  readonly documents?: readonly Identifier[]
  readonly phones?: readonly string[]
  readonly names?: readonly string[]
  readonly bankAccounts?: readonly BankAccountNumber[]
  readonly addresses?: readonly string[]
  /** Hashes of browser keys. */
  readonly devices?: readonly string[]
}
export interface Arrival extends PresentedValues {
  readonly place: BlackListPlace
  /** Null: there is no account yet. */
  readonly accountId: string | null
}

export interface Blocklist {
  readonly keyId: string
  hashOf(kind: BlackListKind, text: string): string
  /** Records nothing: for operations that wait and are checked again. */
  isListed(connection: Connection, presented: PresentedValues): Promise<boolean>
  /** Entries in force that match; each hit is recorded, and the event `blacklist.hit` triggers the consequences for the customer. */
  recordHits(tx: Transaction, arrival: Arrival): Promise<readonly EntryRow[]>
  /** Customers of these who match one entry, unless they have a hit with it already; recorded as by `recordHits`. */
  recordHitsOf(tx: Transaction, entry: HashedEntry, arrivals: readonly Arrival[]): Promise<void>
  /** The same as `recordHits`, but recorded even when the caller's transaction rolls back: for callers that refuse. */
  isBlocked(connection: Connection, arrival: Arrival): Promise<boolean>
  /** Within a day, at that place, for any entry. */
  wasRefusedLately(connection: Connection, tried: { readonly accountId: string; readonly place: BlackListPlace }): Promise<boolean>
}

const DAY_MS = 86_400_000
/** A cédula is the NIT of its person: both are one kind of value. */
const GROUP: Readonly<Record<BlackListKind, string>> = {
  document: 'number',
  nit: 'number',
  email: 'email',
  domain: 'domain',
  phone: 'phone',
  network: 'network',
  bank_account: 'bank_account',
  address: 'address',
  name: 'name',
  device: 'device',
}

export function createBlocklist({ db, clock, secrets, outbox }: Pick<Platform, 'db' | 'clock' | 'secrets' | 'outbox'>): Blocklist {
  const key = secrets.derive('black-list')
  const hmac = (text: string) => createHmac('sha256', key).update(text).digest('base64url')
  const hashOf = (kind: BlackListKind, text: string) => hmac(`${GROUP[kind]} ${text}`)
  const hashesOf = (presented: PresentedValues) => textsOf(presented).map(([kind, text]) => hashOf(kind, text))
  const find = (connection: Connection, presented: PresentedValues) => entriesOf(connection, hashesOf(presented), clock.now())
  const note = async (tx: Transaction, found: readonly Pick<EntryRow, 'id'>[], { place, accountId }: Arrival) => {
    for (const { id: entryId } of found) {
      const isFirst = await recordHit(tx, { entryId, place, accountId, at: clock.now() })
      if (!isFirst || !accountId) continue
      // A sign-in presents values that were checked before: officers who cleared them when they were listed are not asked again.
      const isPublished = place === 'sign_in' && (await hasHit(tx, { entryId, accountId, place: 'customer' }))
      if (!isPublished) await outbox.emit(tx, 'blacklist.hit', { accountId, entryId, place })
    }
  }
  return {
    keyId: hmac('key').slice(0, 8),
    hashOf,
    isListed: async (connection, presented) => (await find(connection, presented)).length > 0,
    async recordHits(tx, arrival) {
      const found = await find(tx, arrival)
      await note(tx, found, arrival)
      return found
    },
    async recordHitsOf(tx, entry, arrivals) {
      for (const arrival of arrivals) {
        if (!hashesOf(arrival).includes(entry.hash) || (await hasHit(tx, { entryId: entry.id, accountId: arrival.accountId }))) continue
        await note(tx, [entry], arrival)
      }
    },
    async isBlocked(connection, arrival) {
      const found = await find(connection, arrival)
      if (found.length === 0) return false
      const own = () => inTransaction(db, (tx) => note(tx, found, arrival))
      if (!isOpen(connection)) await own()
      else {
        // A second concurrent transaction takes a second connection: as many concurrent calls as the pool has would deadlock.
        afterRollback(connection, own)
        await note(connection, found, arrival)
      }
      return true
    },
    wasRefusedLately: (connection, tried) => hasHitSince(connection, { ...tried, since: new Date(clock.now().getTime() - DAY_MS) }),
  }
}

const isOpen = (connection: Connection): connection is Transaction => connection.isTransaction

type Text = readonly [BlackListKind, string]
function textsOf({
  emails = [],
  ips = [],
  documents = [],
  phones = [],
  names = [],
  bankAccounts = [],
  addresses = [],
  devices = [],
}: PresentedValues): Text[] {
  const texts: (readonly [BlackListKind, string | null])[] = [
    ...emails.flatMap((email) => [['email', emailOf(email)] as const, ...domainsOf(email).map((domain) => ['domain', domain] as const)]),
    ...ips.flatMap((ip) => networksOf(ip).map((network) => ['network', network] as const)),
    ...documents.map((one) => ['document', comparable(one.kind === 'nit' ? one : { ...one, kind: 'cedula' })] as const),
    ...phones.map((phone) => ['phone', phoneOf(phone)] as const),
    ...names.map((name) => ['name', nameOf(name)] as const),
    ...bankAccounts.flatMap((account) => bankAccountTexts(account).map((text) => ['bank_account', text] as const)),
    ...addresses.map((address) => ['address', address.trim().toLowerCase()] as const),
    ...devices.map((key) => ['device', key] as const),
  ]
  return texts.flatMap(([kind, text]) => (text === null ? [] : [[kind, text] as const]))
}
