/** Opens and closes alerts. In the caller's transaction, so that a rule's alert and what it saw are one. */
import type { AlertVerdict } from '@tunjo/contract/compliance-alerts'
import type { Transaction } from '../../platform/database.ts'
import type { Outbox } from '../../platform/outbox.ts'
import { type Actor, type Aggregate, begin, move } from '../../platform/state-machine/index.ts'
import type { AlertsContext } from './context.ts'
import { type AlertKey, type EpisodeRow, forgetSnoozes, insertEpisode, insertEvidence, lockOpenEpisode } from './episode-store.ts'
import { SYSTEM_ACTOR, wake } from './snooze.ts'
import { EPISODE_STATES, type EpisodeState } from './states.ts'

type Column = 'closed_at' | 'closed_by' | 'closing_comment' | 'verdict' | 'snoozed_until' | 'snoozed_by' | 'snooze_reason'

const EPISODE: Aggregate<EpisodeState, EpisodeRow, Column> = {
  machine: EPISODE_STATES,
  table: 'episode',
  columns: ['closed_at', 'closed_by', 'closing_comment', 'verdict', 'snoozed_until', 'snoozed_by', 'snooze_reason'],
  keyOf: ({ id }) => ({ id }),
}

export interface Cause {
  readonly at: Date
  /** An officer, or `SYSTEM` for a rule. */
  readonly actor: Actor
  /** Why; of a rule its name, version and figures. */
  readonly comment: string
  /** Of a closing by an officer who said so. */
  readonly verdict?: AlertVerdict | undefined
}

/** A few, since each turn needs somebody who closes it meanwhile. */
const TURNS_MAX = 5

/** Opens the alert; while it is open, what was found is added to it. Answers whether it was opened now. */
export async function raise(
  { outbox, audit }: Pick<AlertsContext, 'outbox' | 'audit'>,
  tx: Transaction,
  key: AlertKey,
  { at, actor, comment }: Cause,
): Promise<'opened' | 'added'> {
  for (let turn = 0; turn < TURNS_MAX; turn++) {
    const opened = await insertEpisode(tx, key, { at, by: actor.id, comment })
    if (opened) {
      await begin(tx, EPISODE, opened, { at, actor, note: comment })
      await outbox.emit(tx, 'alerts.opened', payloadOf(key))
      return 'opened'
    }
    const open = await lockOpenEpisode(tx, key)
    if (!open) continue
    await insertEvidence(tx, open.id, at, comment)
    if (open.snoozedUntil) await wake(audit, tx, open, { actor: SYSTEM_ACTOR, reason: comment })
    if (open.firstSnoozedAt) await forgetSnoozes(tx, open.id)
    return 'added'
  }
  throw new Error('an alert was opened and closed by others all the time')
}

/** False when it is not open. */
export async function close(outbox: Outbox, tx: Transaction, key: AlertKey, { at, actor, comment, verdict }: Cause): Promise<boolean> {
  const open = await lockOpenEpisode(tx, key)
  if (!open) return false
  const snooze = { snoozed_until: null, snoozed_by: null, snooze_reason: null }
  const set = { closed_at: at, closed_by: actor.id, closing_comment: comment, verdict: verdict ?? null, ...snooze }
  await move(tx, EPISODE, open, { to: 'closed', at, actor, note: comment, set })
  await outbox.emit(tx, 'alerts.closed', payloadOf(key))
  return true
}

const payloadOf = ({ accountId, kind, typeId }: AlertKey) => ({ accountId, alertId: kind, alertTypeId: typeId })

/** In the caller's transaction nobody closes it, or opens another, until that ends. */
export const isOpen = async (tx: Transaction, key: AlertKey): Promise<boolean> => (await lockOpenEpisode(tx, key)) !== null
