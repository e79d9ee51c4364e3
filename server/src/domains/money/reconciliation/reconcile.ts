/** One pass: each part compares, stores its figures, and opens a difference for repeated findings. */
import type { PartName } from '@tunjo/contract/reconciliation'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { withoutSecrets } from '../../../platform/observability/log.ts'
import { begin, SYSTEM } from '../../../platform/state-machine/index.ts'
import { differenceOf, type Figure, isDifferenceConfirmed, stoppedAssets, stops } from './checks.ts'
import { recordHoldings } from './closing/record-holdings.ts'
import { type Compared, chainFigures, depositFigures, payoutFigures, rowFigures, statementFigures } from './comparisons.ts'
import type { ReconciliationContext } from './context.ts'
import { depositCustodyFigures } from './deposit-custody.ts'
import { insertDifference } from './difference-store.ts'
import { closeExplained, differenceAggregate, isExplained } from './difference-transitions.ts'
import { ledgerFigures } from './ledger-figures.ts'
import { counted, dropOthers, placeOf, setPlace } from './pass-memory.ts'
import { amountOf } from './show-state.ts'
import { readSnapshot } from './snapshot.ts'
import { dropFigures, type FigureRow, recordRun, saveFigure } from './store.ts'

interface Part {
  readonly name: PartName
  /** Comparisons with a row for each difference: an unnamed subject is in order. */
  readonly byRow: readonly Figure['check'][]
  compare(context: ReconciliationContext): Promise<Compared>
}

const alone = (figures: readonly Figure[]): Compared => ({ figures, undecided: [], places: [] })

const PARTS: readonly Part[] = [
  { name: 'chain', byRow: [], compare: compareChain },
  { name: 'addresses', byRow: [], compare: async (context) => alone(await depositCustodyFigures(context)) },
  { name: 'payouts', byRow: [], compare: async (context) => alone(await payoutFigures(context)) },
  { name: 'deposits', byRow: ['provider.deposit', 'provider.taken_back'], compare: depositFigures },
  { name: 'statement', byRow: [], compare: async (context) => alone(await statementFigures(context)) },
  { name: 'ledger', byRow: ['ledger.chain', 'ledger.balance'], compare: ledgerFigures },
  {
    name: 'rows',
    byRow: ['rows.unproved', 'provider.amount', 'provider.record', 'crypto.disputed'],
    compare: async (context) => alone(await rowFigures(context)),
  },
]

/** Parts whose findings in one pass together give the holdings. */
const OF_TOKENS: ReadonlySet<PartName> = new Set(['chain', 'addresses'])

/** A part that fails does not affect the others, and its age shows it. */
export async function reconcile(context: ReconciliationContext): Promise<void> {
  const { db, clock, log } = context
  const tokens: Figure[] = []
  for (const part of PARTS) {
    try {
      const compared = await part.compare(context)
      if (OF_TOKENS.has(part.name)) tokens.push(...compared.figures)
      await keep(context, part, compared, OF_TOKENS.has(part.name) ? tokens : [])
      await recordRun(db, part.name, clock.now(), null)
    } catch (error) {
      log.warn({ err: error, part: part.name }, 'a comparison of the books could not be made')
      await recordRun(db, part.name, clock.now(), withoutSecrets(error instanceof Error ? error.message : String(error)).slice(0, 300))
    }
  }
}

async function compareChain(context: ReconciliationContext): Promise<Compared> {
  const { seq: matchedFrom } = await placeOf(context, 'chain.matched')
  const cut = await readSnapshot(context, matchedFrom)
  return { figures: chainFigures(cut), undecided: [], places: [{ name: 'chain.matched', seq: cut.inFlight.matchedUntil, text: '' }] }
}

async function keep(
  context: ReconciliationContext,
  { byRow }: Part,
  { figures, undecided, places }: Compared,
  tokens: readonly Figure[],
): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    for (const place of places) await setPlace(context, tx, place)
    await recordHoldings(context, tx, tokens)
    for (const check of byRow) {
      const named = [...figures, ...undecided].filter((figure) => figure.check === check && differenceOf(figure) !== 0n)
      const subjects = named.map(({ subject }) => subject)
      await dropFigures(tx, check, subjects)
      await dropOthers(context, tx, { check, named })
      await closeExplained(context, tx, { check, except: subjects })
    }
    for (const figure of figures) {
      const isInOrder = differenceOf(figure) === 0n
      if (isInOrder && byRow.includes(figure.check)) continue
      const kept = await counted(context, tx, await saveFigure(tx, figure, context.clock.now()))
      if (!isInOrder && isDifferenceConfirmed(kept)) await open(context, tx, kept)
      if (isInOrder) await closeExplained(context, tx, figure)
    }
  })
}

async function open(context: ReconciliationContext, tx: Transaction, figure: FigureRow): Promise<void> {
  const { clock, ledger, log } = context
  const at = clock.now()
  const freezes = stops(figure)
  if (await isExplained(context, tx, figure)) return
  const difference = await insertDifference(tx, figure, { freezes, at })
  if (!difference) return
  if (difference.isNew) await begin(tx, differenceAggregate(context), difference, { at, actor: SYSTEM })
  const { id, check, asset, subject, expected, actual } = difference
  const facts = { id, check, asset, subject, expected: String(expected), actual: String(actual), freezes }
  log.error({ securityEvent: 'books_differ', ...facts }, 'the books differ')
  await notifyStaff(context, tx, difference)
  if (freezes) for (const stopped of stoppedAssets(figure)) await ledger.freeze(tx, { asset: stopped, reason: check })
}

async function notifyStaff({ identity, notifications }: ReconciliationContext, tx: Transaction, figure: Figure): Promise<void> {
  const { check, asset, subject } = figure
  const values = { check, asset, subject, difference: amountOf(check, asset, differenceOf(figure)) }
  for (const accountId of await identity.staff.officersWith(tx, 'treasury.read'))
    await notifications.notify(tx, { accountId, kind: 'reconciliation.difference', values })
}
