/** Rules of conversations as decisions on plain values. */
import type { Topic } from '@tunjo/contract/conversations'
import { type Refusal, refusal } from '../../../platform/http/refusal.ts'
import { checkTippingOff } from '../../../platform/security/tipping-off.ts'
import { addBusinessHours } from '../../../platform/time/business-days.ts'
import type { Deadlines } from '../../reference/configuration/index.ts'
import type { ConversationRow, ConversationStatus } from './types.ts'

/**
 * Office hours until the customer gets an answer. They depend on the topic only: a deadline that depended on the cause would disclose it.
 * Verification: what its page calls "próximas horas".
 */
const HOURS = {
  verification: 'documentHours',
  deposit: 'depositHours',
  withdrawal: 'withdrawalHours',
  account: 'accountHours',
  access: 'accountHours',
} as const satisfies Record<Topic, keyof Deadlines>

export const answerHours = (topic: Topic, deadlines: Deadlines): number => deadlines[HOURS[topic]]

interface At {
  readonly at: Date
  readonly deadlines: Deadlines
}
const dueAfter = (topic: Topic, { at, deadlines }: At): Date => addBusinessHours(at, answerHours(topic, deadlines))

/** Deadline shown to the customer: for their message, otherwise for the matter. */
export const shownDue = ({ answerDueAt, matterDueAt }: Pick<ConversationRow, 'answerDueAt' | 'matterDueAt'>): Date | null =>
  answerDueAt ?? matterDueAt

/** Several messages wait since the first one. A request to the customer stays until they send what is asked. */
export const afterCustomer = (row: ConversationRow, when: At): ConversationStatus => ({
  lastAt: when.at,
  matterDueAt: row.matterDueAt,
  answerDueAt: row.answerDueAt ?? dueAfter(row.topic, when),
  unansweredSince: row.unansweredSince ?? when.at,
  asks: row.asks,
})

export const afterOfficer = (row: ConversationRow, at: Date): ConversationStatus => ({
  lastAt: at,
  matterDueAt: row.matterDueAt,
  answerDueAt: null,
  unansweredSince: null,
  asks: row.asks,
})

/** Its end will be reported automatically; until then it cannot be closed by an officer. */
export const isMatterOpen = ({ matterDueAt, asks }: Pick<ConversationRow, 'matterDueAt' | 'asks'>): boolean => matterDueAt !== null || asks

/** Event about the matter: it waits for us, asks the customer, or has ended. A message of the customer waits nevertheless. */
export type Step = 'waits' | 'asks' | 'over'

export const afterStep = (row: ConversationRow, step: Step, when: At): ConversationStatus => ({
  lastAt: when.at,
  matterDueAt: step === 'waits' ? dueAfter(row.topic, when) : null,
  answerDueAt: row.answerDueAt,
  unansweredSince: row.unansweredSince,
  asks: step === 'asks',
})

/** Alerts about sanctions lists, volumes and finances: they may lead to a report to the authority (ADM-10). */
const RESTRICTED_ALERTS: ReadonlySet<number> = new Set([2, 17, 18])

/** The law forbids to disclose these (Ley 526 de 1999). */
export const isRestricted = ({ isListed, openAlerts }: { isListed: boolean | null; openAlerts: readonly { kind: number }[] }): boolean =>
  isListed === true || openAlerts.some(({ kind }) => RESTRICTED_ALERTS.has(kind))

/** The text is checked first, for every customer; then the warning, when there is one to confirm. */
interface Answer {
  /** The text and the names of files: the customer reads both. */
  readonly texts: readonly string[]
  readonly restricted: boolean
  readonly knows: boolean
}

export function checkAnswer({ texts, restricted, knows }: Answer): Refusal | null {
  return checkTippingOff(texts.join('\n')) ?? (restricted && !knows ? refusal('conversations.restricted_matter') : null)
}
