/** State machine of differences: their rows, and their events. An officer ends one, with a reason. */
import type { AssetCode } from '@tunjo/contract/money'
import { CHECKS, type EndDifference } from '@tunjo/contract/reconciliation'
import type * as z from 'zod'
import type { PersonActor } from '../../../platform/audit/index.ts'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { refuse } from '../../../platform/http/refusal.ts'
import { tidyText } from '../../../platform/phrases/visible-text.ts'
import { type Aggregate, move, officer, SYSTEM } from '../../../platform/state-machine/index.ts'
import { differenceOf, type Figure, isDifferenceConfirmed, stoppedAssets, stops } from './checks.ts'
import type { ReconciliationContext } from './context.ts'
import {
  type DifferenceRow,
  type ExplainedRow,
  explainedOf,
  explainedStops,
  lockDifference,
  lockExplained,
  type ResolvedFigures,
} from './difference-store.ts'
import { type Explanation, explanationText } from './sealed-texts.ts'
import { DIFFERENCE_STATES } from './states.ts'
import { figuresOf, findFigure } from './store.ts'

type Columns = 'ended_at' | 'ended_by' | 'reason' | 'seal'

export const differenceAggregate = ({
  outbox,
}: Pick<ReconciliationContext, 'outbox'>): Aggregate<DifferenceRow['state'], DifferenceRow, Columns> => ({
  machine: DIFFERENCE_STATES,
  table: 'difference',
  columns: ['ended_at', 'ended_by', 'reason', 'seal'],
  keyOf: ({ id }) => ({ id }),
  async announce(tx, { id: differenceId, check, asset, expected, actual, freezes }, { from }) {
    if (from !== null) return
    const amounts = { expected: String(expected), actual: String(actual) }
    await outbox.emit(tx, 'reconciliation.difference_opened', { differenceId, check, asset, freezes, ...amounts })
  },
})

const sealOf = ({ seals }: Pick<ReconciliationContext, 'seals'>, explanation: Explanation): string =>
  seals.seal(explanationText(explanation))

/**
 * True when an officer explained a difference of this size and these facts. Write access to the database alone cannot create an
 * explanation.
 */
export async function isExplained({ seals }: Pick<ReconciliationContext, 'seals'>, tx: Transaction, figure: Figure): Promise<boolean> {
  return (await explainedOf(tx, figure)).some((row) => isOfficers(seals, row))
}

const isOfficers = (seals: ReconciliationContext['seals'], row: ExplainedRow): boolean =>
  row.isOld || seals.isSealOf(explanationText(row), row.seal)

/** Explained differences among those that freeze this asset. A row without our seal is none, and does not change a proposal. */
export async function explainedOfAsset(
  { seals }: Pick<ReconciliationContext, 'seals'>,
  tx: Transaction,
  asset: AssetCode,
): Promise<string[]> {
  const said = (await explainedStops(tx)).filter((stop) => stoppedAssets(stop).includes(asset))
  return said.filter((row) => isOfficers(seals, row)).map(({ id }) => id)
}

/** True when the newest pass found a freezing difference of the asset without an explanation by an officer, for any rows of differences. */
export async function isStopFound(context: Pick<ReconciliationContext, 'seals'>, tx: Transaction, asset: AssetCode): Promise<boolean> {
  const found = (await figuresOf(tx, CHECKS)).filter(
    (figure) => stops(figure) && isDifferenceConfirmed(figure) && stoppedAssets(figure).includes(asset),
  )
  for (const figure of found) if (!(await isExplained(context, tx, figure))) return true
  return false
}

const AGREES_AGAIN = 'Las cuentas volvieron a coincidir.'

/** An explanation is valid as long as its difference lasts: the same amount that goes missing later is another difference. */
export async function closeExplained(context: ReconciliationContext, tx: Transaction, resolved: ResolvedFigures): Promise<void> {
  const at = context.clock.now()
  for (const difference of await lockExplained(tx, resolved)) {
    const change = { to: 'closed', at, actor: SYSTEM, note: AGREES_AGAIN, set: { ended_at: at, seal: null } } as const
    await move(tx, differenceAggregate(context), difference, change)
    await context.audit.record(tx, {
      actor: { kind: 'system', name: 'reconciliation' },
      action: 'reconciliation.difference_ended',
      object: { type: 'difference', id: difference.id },
      before: 'explained',
      after: 'closed',
      reason: AGREES_AGAIN,
    })
  }
}

export async function endDifference(
  context: ReconciliationContext,
  { id, outcome, reason, actor }: z.output<typeof EndDifference> & { id: string; actor: PersonActor },
): Promise<DifferenceRow> {
  const { audit, clock, db } = context
  return inTransaction(db, async (tx) => {
    const difference = (await lockDifference(tx, id)) ?? refuse('request.not_found')
    const figure = await findFigure(tx, difference)
    // Closed claims that it no longer exists. An existing difference can only be explained.
    const isThere = figure !== null && differenceOf(figure) !== 0n && !(await isExplained(context, tx, figure))
    if (outcome === 'closed' && isThere) refuse('reconciliation.still_differs')
    const at = clock.now()
    const note = tidyText(reason)
    const seal = outcome === 'explained' ? sealOf(context, { ...difference, endedBy: actor.accountId, reason: note }) : null
    const set = { ended_at: at, ended_by: actor.accountId, reason: note, seal }
    const by = officer(actor.accountId)
    const ended = await move(tx, differenceAggregate(context), difference, {
      to: outcome,
      at,
      actor: by,
      note,
      set,
      illegal: 'reconciliation.already_ended',
    })
    if (ended !== 'moved') refuse('reconciliation.already_ended')
    await audit.record(tx, {
      actor,
      action: 'reconciliation.difference_ended',
      object: { type: 'difference', id },
      before: difference.state,
      after: outcome,
      reason: note,
    })
    return { ...difference, state: outcome, endedAt: at, endedBy: actor.accountId, reason: note, seal }
  })
}
