/**
 * Version of the yearly report, on plain values: everything that the DIAN does not have yet. The first one holds all people (or the
 * statement that there are none); one after a presented one holds what has changed: corrections and deletions first, and new people in a message of
 * their own, since the schema does not allow both in one. The same facts give the same bytes.
 */
import { ASSET_CODES, ASSETS, type AssetCode, formatUnits } from '@tunjo/contract/money'
import { CARF_KINDS, type CarfSummary, type CarfTotal, type CarfUser } from '@tunjo/contract/regulatory-carf'
import type { BuiltFile } from '../uiaf/frame-file.ts'
import { bytesOf } from '../uiaf/pieces.ts'
import { problemsOf, type UserYear } from './carf-problems.ts'
import type { Company } from './company.ts'
import { type Doc, factsIn, headerOf, type Message, messageRefId, TRAILER, userText } from './message.ts'
import { pesosText } from './pesos-text.ts'
import type { Total } from './totals.ts'
import { isReported, residenceCountries, userFacts } from './user-record.ts'
import { USERS_MAX, yearOf } from './year-postings.ts'

/** Records that the DIAN has, from the presented messages. */
export interface Reported {
  readonly company: { readonly refId: string; readonly isSame: boolean } | null
  /** Records by account; without the deleted ones. */
  readonly users: ReadonlyMap<string, Pick<CarfUser, 'docRefId' | 'name' | 'document' | 'country' | 'text'>>
}
export interface CarfFacts {
  readonly month: string
  readonly version: number
  readonly at: Date
  /** Null when its settings are missing. */
  readonly company: Company | null
  readonly users: readonly UserYear[]
  readonly reported: Reported
  readonly ledger: ReadonlyMap<AssetCode, bigint>
}
type Change = Pick<CarfUser, 'userId' | 'name' | 'document' | 'country' | 'action' | 'corrDocRefId' | 'totals'> & { readonly facts: string }

/** Stands for the platform in a file that reports that its settings are missing. */
export const NO_COMPANY: Company = { name: '-', nit: '-', address: '-', city: '-' }

export function buildCarfFile(facts: CarfFacts): BuiltFile<CarfUser> {
  const { month, version, at, users, reported } = facts
  const company = facts.company ?? NO_COMPANY
  const { year, lastDay } = yearOf(month)
  const changes = changesOf(users, reported)
  const isCorrection = reported.company?.isSame === false || changes.some(({ action }) => action !== 'new')
  const sent = changes.filter(({ action }) => (action === 'new') !== isCorrection)
  const summary = summaryOf(facts, changes, isCorrection)
  const message: Message = { type: summary.message, refId: messageRefId(company, year, version), period: lastDay, at }
  const lines = sent.map((change, index) => lineOf(message, change, index + 1))
  const frame = { header: headerOf(message, company, companyDoc(message, reported)), trailer: TRAILER, lineEnd: '\n' }
  const bytes = bytesOf(
    frame,
    lines.map(({ text }) => text),
  )
  const isEmpty = lines.length === 0 && reported.company?.isSame === true
  const problems = problemsOf({ ...facts, isTooLong: users.length > USERS_MAX, isEmpty })
  return { frame, lines, bytes, totals: null, clients: null, rates: null, carf: summary, problems }
}

function companyDoc({ refId }: Message, { company }: Reported): Doc {
  if (company === null) return { type: 'OECD1', refId: `${refId}-RCASP`, corrRefId: null }
  if (company.isSame) return { type: 'OECD0', refId: company.refId, corrRefId: null }
  return { type: 'OECD2', refId: `${refId}-RCASP`, corrRefId: company.refId }
}

/** In the order of the accounts: new and changed people, then those that are to be reported no more. */
function changesOf(users: readonly UserYear[], { users: before }: Reported): Change[] {
  const now = users.filter(({ subject, totals }) => subject !== null && totals.some(isReported))
  const kept = new Set(now.map(({ accountId }) => accountId))
  const changed = now.flatMap((user) => {
    const change = changeOf(user, before.get(user.accountId))
    return change ? [change] : []
  })
  const absent = [...before].flatMap(([userId, record]): Change[] => {
    if (kept.has(userId)) return []
    const { name, document, country, docRefId, text } = record
    return [{ userId, name, document, country, action: 'deleted', corrDocRefId: docRefId, totals: [], facts: factsIn(text) }]
  })
  return [...changed, ...absent]
}

function changeOf({ accountId, subject, totals }: UserYear, record: { docRefId: string; text: string } | undefined): Change | null {
  if (!subject) return null
  const facts = userFacts(subject, totals)
  if (record && factsIn(record.text) === facts) return null
  return {
    userId: accountId,
    name: subject.fullName,
    document: `${subject.documentType} ${subject.documentNumber}`,
    country: residenceCountries(subject).join(', '),
    action: record ? 'corrected' : 'new',
    corrDocRefId: record?.docRefId ?? null,
    totals: presentTotals(totals),
    facts,
  }
}

const UNCERTIFIED_SHOWN = 200
const DOC_TYPES = { new: 'OECD1', corrected: 'OECD2', deleted: 'OECD3' } as const

function lineOf({ refId }: Message, { facts, ...change }: Change, place: number): CarfUser {
  const docRefId = `${refId}-${place}`
  const text = userText(facts, { type: DOC_TYPES[change.action], refId: docRefId, corrRefId: change.corrDocRefId })
  return { ...change, place, docRefId, text }
}

function summaryOf({ users, reported }: CarfFacts, changes: readonly Change[], isCorrection: boolean): CarfSummary {
  const count = (action: Change['action']) => changes.filter((one) => one.action === action).length
  const people = users.filter(({ subject, totals }) => subject !== null && totals.some(isReported))
  const uncertified = people.filter(({ subject }) => subject?.residences === null).map(({ accountId }) => accountId)
  const isNil = reported.company === null && people.length === 0
  return {
    message: isCorrection ? 'CARF702' : isNil ? 'CARF703' : 'CARF701',
    users: people.length,
    new: isCorrection ? 0 : count('new'),
    corrected: count('corrected'),
    deleted: count('deleted'),
    pending: isCorrection ? count('new') : 0,
    totals: presentTotals(sumOf(users.flatMap(({ totals }) => totals))),
    uncertified: { count: uncertified.length, userIds: uncertified.slice(0, UNCERTIFIED_SHOWN) },
  }
}

function sumOf(totals: readonly Total[]): Total[] {
  return ASSET_CODES.flatMap((asset) =>
    CARF_KINDS.flatMap((bucket) => {
      const own = totals.filter((one) => one.asset === asset && one.bucket === bucket)
      if (own.length === 0) return []
      const cents = own.reduce<bigint | null>((sum, one) => (sum === null || one.cents === null ? null : sum + one.cents), 0n)
      const transactions = own.reduce((sum, one) => sum + one.transactions, 0)
      return [{ asset, bucket, transactions, units: own.reduce((sum, { units }) => sum + units, 0n), cents }]
    }),
  )
}

const presentTotals = (totals: readonly Total[]): CarfTotal[] =>
  totals.flatMap(({ asset, bucket, transactions, units, cents }) => {
    const kind = CARF_KINDS.find((one) => one === bucket)
    if (!kind) return []
    return [{ asset, kind, transactions, units: formatUnits(units, ASSETS[asset].scale), cop: cents === null ? null : pesosText(cents) }]
  })
