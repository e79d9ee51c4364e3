/**
 * Opening and closing of alerts; an open one may become graver, and never less. In the caller's transaction, so that an alert and the
 * finding of its rule are atomic.
 */
import { isGraver, type Severity, severityOfKind } from '@tunjo/contract/alert-severity'
import type { AlertVerdict } from '@tunjo/contract/compliance-alerts'
import type { Transaction } from '../../../platform/database/database.ts'
import type { Outbox } from '../../../platform/events/outbox.ts'
import { CodedText, partsOf, type Text } from '../../../platform/phrases/coded-text.ts'
import { type Actor, type Aggregate, beginAll, move } from '../../../platform/state-machine/index.ts'
import { deadlinesAt } from '../../reference/configuration/index.ts'
import type { AlertsContext } from './context.ts'
import { alertDue } from './due.ts'
import {
  type AlertKey,
  clearSnoozes,
  type EpisodeRow,
  type Found,
  insertEpisodes,
  insertEvidence,
  isFoundAlready,
  lastEvidenceAt,
  lockOpenEpisode,
  setSeverity,
} from './episode-store.ts'
import type { EvidenceRef } from './evidence/types.ts'
import { SYSTEM_ACTOR, wake } from './snooze.ts'
import { EPISODE_STATES, type EpisodeState } from './states.ts'
import { STORED_WORDS } from './words.ts'

type Column =
  | 'closed_at'
  | 'closed_by'
  | 'closing_comment'
  | 'closing_parts'
  | 'verdict'
  | 'seen_until'
  | 'snoozed_until'
  | 'snoozed_by'
  | 'snooze_reason'

const EPISODE: Aggregate<EpisodeState, EpisodeRow, Column> = {
  machine: EPISODE_STATES,
  table: 'episode',
  columns: [
    'closed_at',
    'closed_by',
    'closing_comment',
    'closing_parts',
    'verdict',
    'seen_until',
    'snoozed_until',
    'snoozed_by',
    'snooze_reason',
  ],
  keyOf: ({ id }) => ({ id }),
}

export interface Cause {
  readonly at: Date
  /** An officer, or `SYSTEM` for a rule. */
  readonly actor: Actor
  /** The reason; for a rule its name, version and figures. */
  readonly comment: Text
  /** Default: the severity of its kind. */
  readonly severity?: Severity | undefined
  readonly evidence?: readonly EvidenceRef[] | undefined
  /** Verdict of an officer who closes it. */
  readonly verdict?: AlertVerdict | undefined
  /** For a closing: later findings had not been reviewed. Default: the time of the closing. */
  readonly seenUntil?: Date | undefined
}

/** A low bound, since each retry needs a concurrent closing. */
const TURNS_MAX = 5

export type Raised = 'opened' | 'added'
export type By = Pick<Cause, 'at' | 'actor'>
export interface Finding extends Omit<Cause, 'at' | 'actor'> {
  readonly key: AlertKey
}

/** Opens the alert; while it is open, the finding is added to it. Returns whether it was opened now. */
export async function raise(context: AlertsContext, tx: Transaction, key: AlertKey, cause: Cause): Promise<Raised> {
  const [raised = 'added'] = await raiseBatch(context, tx, cause, [{ ...cause, key }])
  return raised
}

/** The same for many alerts, most of which are not open: those are opened in a few statements. In the order of the findings. */
export async function raiseBatch(context: AlertsContext, tx: Transaction, by: By, findings: readonly Finding[]): Promise<Raised[]> {
  if (findings.length === 0) return []
  const deadlines = await deadlinesAt(context, tx, by.at)
  const found = findings.map(({ key, comment, evidence = [], severity = severityOfKind(key.kind, key.typeId) }): FoundAgain => {
    return { key, at: by.at, comment, severity, evidence, dueAt: alertDue(by.at, severity, deadlines) }
  })
  const opened = await openAll(context, tx, by, firstOfEach(found))
  const raised: Raised[] = []
  for (const one of found) raised.push(opened.has(one) ? 'opened' : await addOrOpen(context, tx, by, one))
  return raised
}

type FoundAgain = Found & { readonly key: AlertKey; readonly dueAt: Date }

const textOf = ({ accountId, kind, typeId }: AlertKey): string => `${accountId} ${kind} ${typeId ?? ''}`

/** The first finding about each alert opens it. */
const firstOfEach = (found: readonly FoundAgain[]): FoundAgain[] => [
  ...new Map(found.toReversed().map((one) => [textOf(one.key), one])).values(),
]

/** Returns the findings that opened an alert now; an alert that is open already is left to the others. */
async function openAll(
  { outbox }: AlertsContext,
  tx: Transaction,
  { at, actor }: By,
  found: readonly FoundAgain[],
): Promise<ReadonlySet<FoundAgain>> {
  const opened = await insertEpisodes(
    tx,
    found.map((one) => ({ ...one, by: actor.id })),
  )
  await beginAll(tx, EPISODE, opened, { at, actor, noteOf: ({ openingComment }) => openingComment })
  await outbox.emit(tx, 'alerts.opened', ...opened.map(payloadOf))
  const keys = new Set(opened.map(textOf))
  return new Set(found.filter(({ key }) => keys.has(textOf(key))))
}

async function addOrOpen(context: AlertsContext, tx: Transaction, by: By, found: FoundAgain): Promise<Raised> {
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const open = await lockOpenEpisode(tx, found.key)
    if (open) {
      await add(context, tx, open, found)
      return 'added'
    }
    const opened = await openAll(context, tx, by, [found])
    if (opened.size > 0) return 'opened'
  }
  throw new Error('an alert was opened and closed by others all the time')
}

async function add(context: AlertsContext, tx: Transaction, open: EpisodeRow, found: FoundAgain): Promise<void> {
  const { at, comment, severity } = found
  const isRaised = isGraver(severity, open.severity)
  if (!isRaised && (await isFoundAlready(tx, open.id, found))) return
  const said = isRaised ? CodedText.join(comment, ' ', STORED_WORDS.severityRaised(open.severity, severity)) : comment
  await insertEvidence(tx, open.id, { ...found, comment: said })
  if (open.snoozedUntil) await wake(context, tx, open, { actor: SYSTEM_ACTOR, reason: String(comment), at })
  if (open.firstSnoozedAt) await clearSnoozes(tx, open.id)
  if (isRaised) await raiseSeverity(context, tx, open, { ...found, comment: said })
  await context.outbox.emit(tx, 'alerts.found_again', payloadOf(open))
}

/** The earlier deadline applies: a higher severity never extends it. */
async function raiseSeverity(
  { audit }: AlertsContext,
  tx: Transaction,
  open: EpisodeRow,
  { dueAt, severity, comment }: FoundAgain,
): Promise<void> {
  await setSeverity(tx, open.id, severity, open.dueAt < dueAt ? open.dueAt : dueAt)
  const entry = { alertId: open.kind, alertTypeId: open.typeId }
  await audit.record(tx, {
    actor: SYSTEM_ACTOR,
    action: 'alerts.severity_raised',
    object: { type: 'account', id: open.accountId },
    before: { ...entry, severity: open.severity },
    after: { ...entry, severity },
    reason: String(comment),
  })
}

/** False when it is not open. */
export async function close(outbox: Outbox, tx: Transaction, key: AlertKey, cause: Cause): Promise<boolean> {
  const { at, actor, comment, verdict = null, seenUntil = at } = cause
  const open = await lockOpenEpisode(tx, key)
  if (!open) return false
  const snooze = { snoozed_until: null, snoozed_by: null, snooze_reason: null }
  const set = {
    closed_at: at,
    closed_by: actor.id,
    closing_comment: String(comment),
    closing_parts: partsOf(comment),
    verdict,
    seen_until: seenUntil < at ? seenUntil : at,
    ...snooze,
  }
  await move(tx, EPISODE, open, { to: 'closed', at, actor, note: String(comment), set })
  await outbox.emit(tx, 'alerts.closed', payloadOf(key))
  return true
}

const payloadOf = ({ accountId, kind, typeId }: AlertKey) => ({ accountId, alertId: kind, alertTypeId: typeId })

/** Locks the alert: in the caller's transaction it can neither be closed nor opened concurrently. */
export const isOpen = async (tx: Transaction, key: AlertKey): Promise<boolean> => (await openedAt(tx, key)) !== null
/** The same, with its time; null when it is not open. */
export const openedAt = async (tx: Transaction, key: AlertKey): Promise<Date | null> => (await lockOpenEpisode(tx, key))?.openedAt ?? null
/** Time of the last finding while it is open, including its opening; null when it is not open. */
export async function lastFoundAt(tx: Transaction, key: AlertKey): Promise<Date | null> {
  const open = await lockOpenEpisode(tx, key)
  return open && lastEvidenceAt(tx, open)
}
