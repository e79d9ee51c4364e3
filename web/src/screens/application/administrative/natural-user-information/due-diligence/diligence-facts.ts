/** What the card says of an enhanced due diligence, and what its form begins with: decisions on plain values. */
import { ALERT_KINDS } from '@tunjo/contract/alert-kinds'
import type { DiligenceContent, DiligenceGap, DiligenceRecord, PersonDiligence } from '@tunjo/contract/due-diligence'
import { DILIGENCE_TEXT, diligenceGaps, isDiligenceEditable, isPepCause } from '@tunjo/contract/due-diligence'
import { ASSETS, formatUnits, parseUnits } from '@tunjo/contract/money'
import { COP_UNIT, readAmount, writeAmount } from '../../../../../ui/amount-input.tsx'

type Found = Pick<PersonDiligence, 'today' | 'records' | 'inForce' | 'isProved' | 'isRequired' | 'allowsTransactions' | 'waitingAlerts'>

/** Of what two officers approved. */
export type Standing = { kind: 'none' } | { kind: 'inForce'; until: string } | { kind: 'overdue'; on: string }

export function standingOf({ today, records, inForce }: Pick<Found, 'today' | 'records' | 'inForce'>): Standing {
  if (inForce) return { kind: 'inForce', until: inForce.until }
  const last = records.find(({ approval }) => approval !== null)?.approval
  // One whose day is still to come and that does not hold all the same was touched: the server believes it no more.
  return last && last.nextReviewOn < today ? { kind: 'overdue', on: last.nextReviewOn } : { kind: 'none' }
}

/** The one record that nobody approved yet. */
export const openRecord = ({ records }: Pick<Found, 'records'>): DiligenceRecord | null =>
  records.find(({ state }) => state !== 'approved') ?? null

/** Shown red: nothing that is kept counts; one is asked for, and none holds; or what holds lets nobody transact. The server decides by the same. */
export function missingOf(found: Omit<Found, 'records' | 'today' | 'waitingAlerts'>): 'unproved' | 'missing' | 'notAllowed' | null {
  const { isProved, isRequired, inForce, allowsTransactions } = found
  if (!isProved) return 'unproved'
  if (!isRequired) return null
  return inForce === null ? 'missing' : allowsTransactions ? null : 'notAllowed'
}

/** Of an alert that found something after what holds was approved, which does not end it: its name, and when. */
export function newerAlert({ inForce, waitingAlerts }: Pick<Found, 'inForce' | 'waitingAlerts'>): { name: string; foundAt: Date } | null {
  const newer = inForce && waitingAlerts.find(({ isEndable }) => !isEndable)
  return newer ? { name: ALERT_KINDS.find(({ id }) => id === newer.kind)?.name ?? '', foundAt: new Date(newer.foundAt) } : null
}

/** A new record may be begun, or the open one written on. */
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
 * The draft as it was saved; of a new record what the last one said of origin and office, to be looked at again, and nothing of what was
 * checked or concluded then.
 */
export function contentToWrite(found: Pick<PersonDiligence, 'records' | 'proposedReviewOn'>): DiligenceContent {
  const open = openRecord(found)
  if (open?.content) return open.content
  const last = found.records.find(({ content }) => content !== null)?.content ?? NOTHING
  return { ...last, files: [], reviews: [], conclusion: null, reasons: '', nextReviewOn: found.proposedReviewOn }
}

/** As people write pesos; empty for an amount that nobody wrote. */
export function shownAmount(monthlyCop: string): string {
  const cents = parseUnits(monthlyCop, ASSETS.COP.scale)
  return cents === null ? '' : writeAmount(cents, COP_UNIT)
}

/** Null: the text is no amount, and is kept in the field until it is one. */
export function keptAmount(text: string): string | null {
  if (text.trim() === '') return ''
  const { amount } = readAmount(text, COP_UNIT)
  return amount === null ? null : formatUnits(amount, ASSETS.COP.scale)
}

/** Null: the amount on the screen is none, and saving would lose it. */
export function contentToSave(content: DiligenceContent, amount: string): DiligenceContent | null {
  const monthlyCop = keptAmount(amount)
  return monthlyCop === null ? null : writtenContent({ ...content, monthlyCop })
}

/** Who is a customer of high risk has no office. */
export const writtenContent = (content: DiligenceContent): DiligenceContent =>
  isPepCause(content.cause) ? content : { ...content, office: '', entity: '', officeUntil: null }

/** What is still wanting, also where the amount on the screen is none. */
export function gapsOf(content: DiligenceContent, amount: string, today: string): DiligenceGap[] {
  return diligenceGaps({ ...content, monthlyCop: keptAmount(amount) ?? '' }, today)
}

/** `1.204 de 4.000`: characters as people count them. */
export const charactersLeft = (text: string): number => DILIGENCE_TEXT.maximum - [...text].length
