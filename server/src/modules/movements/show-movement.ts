/** One movement with its timeline and what it did to its owner's balances. */
import type { MovementDetail, MovementState } from '@tunjo/contract/movements'
import { validate as isUuid } from 'uuid'
import { refuse } from '../../platform/refusal.ts'
import { historyOf } from '../../platform/state-machine/index.ts'
import { viewEntry } from './balance-entries.ts'
import { viewMovement } from './list-movements.ts'
import { findMovement } from './movement-store.ts'
import type { MovementsContext } from './types.ts'

export async function showMovement(context: MovementsContext, accountId: string, id: string): Promise<MovementDetail> {
  const row = isUuid(id) ? await findMovement(context.db, accountId, id) : null
  if (!row) refuse('movements.not_found')
  const [timeline, entries] = await Promise.all([
    historyOf<MovementState>(context.db, { name: row.machine, states: [] }, row.id),
    context.ledger.entriesOf(accountId, row.id),
  ])
  return {
    ...viewMovement(context, row),
    reference: row.reference,
    alias: row.alias,
    timeline: timeline.map(({ to, at, note }) => ({ state: to, at: at.toISOString(), note })),
    entries: entries.map((entry) => viewEntry(entry.asset, entry)),
  }
}
