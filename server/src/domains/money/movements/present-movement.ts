/** One movement with its timeline and its effect on its owner's balances. */
import type { Locale } from '@tunjo/contract/locales'
import type { MovementDetail, MovementState } from '@tunjo/contract/movements'
import { validate as isUuid } from 'uuid'
import { refuse } from '../../../platform/http/refusal.ts'
import { historyOf } from '../../../platform/state-machine/index.ts'
import { viewEntry } from './balance-entries.ts'
import { viewMovement } from './list-movements.ts'
import { type FoundMovement, findMovement } from './movement-store.ts'
import type { MovementsContext, MovementsOwner } from './types.ts'

type Timeline = MovementDetail['timeline']

export async function presentMovement(
  context: MovementsContext,
  { accountId, locale }: MovementsOwner,
  id: string,
): Promise<MovementDetail> {
  const row = isUuid(id) ? await findMovement(context.db, accountId, id) : null
  if (!row) refuse('movements.not_found')
  const [timeline, entries] = await Promise.all([timelineOf(context, row, locale), context.ledger.entriesOf(accountId, row.id)])
  return {
    ...viewMovement(context, row),
    reference: row.reference,
    alias: row.alias,
    timeline,
    entries: entries.map((entry) => viewEntry(entry.asset, entry)),
  }
}

/**
 * An internal transfer from another customer has the id of their withdrawal: its steps, and its review by officers, are the sender's alone.
 */
async function timelineOf(
  { db, translateNote }: MovementsContext,
  { id, kind, machine, state, createdAt }: FoundMovement,
  locale: Locale,
): Promise<Timeline> {
  if (kind === 'DEPOSIT' && machine === 'crypto.withdrawal') return [{ state, at: createdAt.toISOString(), note: null }]
  const history = await historyOf<MovementState>(db, { name: machine, states: [] }, id)
  return history.map(({ to, at, note }) => ({ state: to, at: at.toISOString(), note: note && translateNote(note, locale) }))
}
