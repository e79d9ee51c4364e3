/** Conversations as decisions on plain values. */
import type { Topic } from '@tunjo/contract/conversations'
import { addBusinessHours } from '../../platform/business-days.ts'
import { type Refusal, refusal } from '../../platform/refusal.ts'
import { checkToldToCustomer } from '../../platform/told-to-customer.ts'
import type { Deadlines } from '../configuration/index.ts'
import type { ConversationRow, Standing } from './types.ts'

/**
 * Office hours in which the customer hears. By topic and by nothing else: a clock that depended on the cause would tell it.
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

/** Until when the customer hears: about what they wrote, and otherwise about the matter. */
export const shownDue = ({ answerDueAt, matterDueAt }: Pick<ConversationRow, 'answerDueAt' | 'matterDueAt'>): Date | null =>
  answerDueAt ?? matterDueAt

/** Whoever writes again waits since the first time. What was asked of them is asked until they send it. */
export const afterCustomer = (row: ConversationRow, when: At): Standing => ({
  lastAt: when.at,
  matterDueAt: row.matterDueAt,
  answerDueAt: row.answerDueAt ?? dueAfter(row.topic, when),
  unansweredSince: row.unansweredSince ?? when.at,
  asks: row.asks,
})

export const afterOfficer = (row: ConversationRow, at: Date): Standing => ({
  lastAt: at,
  matterDueAt: row.matterDueAt,
  answerDueAt: null,
  unansweredSince: null,
  asks: row.asks,
})

/** Its end will be said; until then nobody closes it by hand. */
export const isUnderWay = ({ matterDueAt, asks }: Pick<ConversationRow, 'matterDueAt' | 'asks'>): boolean => matterDueAt !== null || asks

/** What happened to the matter: it waits for us, it asks the customer, or it is over. What the customer wrote waits all the same. */
export type Step = 'waits' | 'asks' | 'over'

export const afterStep = (row: ConversationRow, step: Step, when: At): Standing => ({
  lastAt: when.at,
  matterDueAt: step === 'waits' ? dueAfter(row.topic, when) : null,
  answerDueAt: row.answerDueAt,
  unansweredSince: row.unansweredSince,
  asks: step === 'asks',
})

/** Alerts about lists of sanctions, volumes and finances: what a report to the authority may come of (ADM-10). */
const RESTRICTED_ALERTS: ReadonlySet<number> = new Set([2, 17, 18])

/** Of these the law forbids to tell (Ley 526 de 1999). */
export const isRestricted = ({ isListed, openAlerts }: { isListed: boolean | null; openAlerts: readonly { kind: number }[] }): boolean =>
  isListed === true || openAlerts.some(({ kind }) => RESTRICTED_ALERTS.has(kind))

/** Words first, whoever the customer is; then the warning, where there is one to be read. */
interface Answer {
  /** The words, and the names of files: the customer reads both. */
  readonly texts: readonly string[]
  readonly restricted: boolean
  readonly knows: boolean
}

export function checkAnswer({ texts, restricted, knows }: Answer): Refusal | null {
  return checkToldToCustomer(texts.join('\n')) ?? (restricted && !knows ? refusal('conversations.restricted_matter') : null)
}
