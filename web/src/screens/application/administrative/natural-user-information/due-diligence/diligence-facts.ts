/** Facts of an enhanced due diligence for the card, and the initial values of its form: decisions on plain values. */
import { nameOfAlert } from '@tunjo/contract/alert-names'
import type { DiligenceContent, DiligenceGap, DiligenceRecord, PersonDiligence } from '@tunjo/contract/due-diligence'
import { DILIGENCE_TEXT, diligenceGaps, isDiligenceEditable, isPepCause } from '@tunjo/contract/due-diligence'
import { ASSETS, formatUnits, parseUnits } from '@tunjo/contract/money'
import { currentLanguage } from '../../../../../i18n/language.ts'
import { COP_UNIT, readAmount, writeAmount } from '../../../../../ui/amount-input.tsx'

type Found = Pick<PersonDiligence, 'today' | 'records' | 'inForce' | 'isProved' | 'isRequired' | 'allowsTransactions' | 'waitingAlerts'>

/** Status of the approved record. */
export type DiligenceStatus = { kind: 'none' } | { kind: 'inForce'; until: string } | { kind: 'overdue'; on: string }

export function diligenceStatus({ today, records, inForce }: Pick<Found, 'today' | 'records' | 'inForce'>): DiligenceStatus {
  if (inForce) return { kind: 'inForce', until: inForce.until }
  const last = records.find(({ approval }) => approval !== null)?.approval
  // A record whose date is in the future but that is not in force was altered: the server no longer accepts it.
  return last && last.nextReviewOn < today ? { kind: 'overdue', on: last.nextReviewOn } : { kind: 'none' }
}

/** The only record without an approval. */
export const openRecord = ({ records }: Pick<Found, 'records'>): DiligenceRecord | null =>
  records.find(({ state }) => state !== 'approved') ?? null

/**
 * Shown red: stored records are invalid; a record is required and none is in force; or the one in force does not permit transactions. The
 * server uses the same rule.
 */
export function missingOf(found: Omit<Found, 'records' | 'today' | 'waitingAlerts'>): 'unproved' | 'missing' | 'notAllowed' | null {
  const { isProved, isRequired, inForce, allowsTransactions } = found
  if (!isProved) return 'unproved'
  if (!isRequired) return null
  return inForce === null ? 'missing' : allowsTransactions ? null : 'notAllowed'
}

/** Alert with a finding after the approval of the record in force, which therefore does not end it: name and time. */
export function newerAlert({ inForce, waitingAlerts }: Pick<Found, 'inForce' | 'waitingAlerts'>): { name: string; foundAt: Date } | null {
  const newer = inForce && waitingAlerts.find(({ isEndable }) => !isEndable)
  return newer ? { name: nameOfAlert(newer.kind, currentLanguage()) ?? '', foundAt: new Date(newer.foundAt) } : null
}

/** True when a new record may be started, or the open one edited. */
export const mayWrite = (found: Pick<Found, 'records'>): boolean => {
  const open = openRecord(found)
  return open === null || (isDiligenceEditable(open.state) && open.content !== null)
}

const NOTHING: DiligenceContent = {
  cause: null,
  office: '',
  entity: '',
  officeUntil: null,
  fundsOrigin: '',
  wealthOrigin: '',
  monthlyCop: '',
  files: [],
  reviews: [],
  conclusion: null,
  reasons: '',
  nextReviewOn: null,
}

/**
 * Initial content: the saved draft; for a new record the last one's origin and office, to be checked again, without its earlier checks
 * and conclusion.
 */
export function initialContent(found: Pick<PersonDiligence, 'records' | 'proposedReviewOn'>): DiligenceContent {
  const open = openRecord(found)
  if (open?.content) return open.content
  const last = found.records.find(({ content }) => content !== null)?.content ?? NOTHING
  return { ...last, files: [], reviews: [], conclusion: null, reasons: '', nextReviewOn: found.proposedReviewOn }
}

/** Amount in the peso format; empty when not stated. */
export function formatMonthlyAmount(monthlyCop: string): string {
  const cents = parseUnits(monthlyCop, ASSETS.COP.scale)
  return cents === null ? '' : writeAmount(cents, COP_UNIT)
}

/** Null: the text is no amount; it stays in the field until it is one. */
export function parseMonthlyAmount(text: string): string | null {
  if (text.trim() === '') return ''
  const { amount } = readAmount(text, COP_UNIT)
  return amount === null ? null : formatUnits(amount, ASSETS.COP.scale)
}

/** Null: the typed amount is invalid, and saving would discard it. */
export function contentToSave(content: DiligenceContent, amount: string): DiligenceContent | null {
  const monthlyCop = parseMonthlyAmount(amount)
  return monthlyCop === null ? null : writtenContent({ ...content, monthlyCop })
}

/** A high-risk customer has no public office. */
export const writtenContent = (content: DiligenceContent): DiligenceContent =>
  isPepCause(content.cause) ? content : { ...content, office: '', entity: '', officeUntil: null }

/** Missing content, including an invalid typed amount. */
export function gapsOf(content: DiligenceContent, amount: string, today: string): DiligenceGap[] {
  return diligenceGaps({ ...content, monthlyCop: parseMonthlyAmount(amount) ?? '' }, today)
}

/** `1.204 de 4.000`: counted in code points. */
export const charactersLeft = (text: string): number => DILIGENCE_TEXT.maximum - [...text].length
