/** Comparisons, by part: each returns a list of figures. A part whose node or provider is unavailable throws, and is retried. */
import { ASSET_CODES } from '@tunjo/contract/money'
import { inTransaction, type Transaction } from '../../../platform/database/database.ts'
import { isId } from '../../../platform/database/ids.ts'
import { systemAccount } from '../ledger/index.ts'
import { type Figure, factsOf } from './checks.ts'
import type { ReconciliationContext } from './context.ts'
import { placeOf } from './pass-memory.ts'
import type { BooksSnapshot } from './snapshot.ts'
import { figuresOf, type NamedPlace } from './store.ts'

const figure = (check: Figure['check'], asset: Figure['asset'], expected: bigint, actual: bigint, subject = ''): Figure => ({
  check,
  asset,
  subject,
  expected,
  actual,
})

const OWNED_BESIDE = [
  'float',
  'network-fees',
  'exchange-fees',
  'deposit_addresses',
  'deposits_uncredited',
  'withdrawals_undelivered',
  'deposit_losses',
  'unidentified_transfers',
  'cold',
] as const

/**
 * The hot wallet holds customers' balances, received money without an owner, the platform's float and its collected fees, less the amounts
 * at deposit addresses and in the cold wallet. COPT outside the treasury equals that, and the amounts in the pools or received from
 * outside.
 */
export function chainFigures({ custody, inFlight, customers, system }: BooksSnapshot): Figure[] {
  const owned = (asset: Figure['asset']) => customers(asset) + OWNED_BESIDE.reduce((sum, name) => sum + system(name, asset), 0n)
  const hot = ASSET_CODES.map((asset) => figure('chain.hot', asset, owned(asset) + inFlight.hot[asset], custody.hot[asset]))
  const cold = ASSET_CODES.map((asset) => figure('chain.cold', asset, inFlight.cold[asset] - system('cold', asset), custody.cold[asset]))
  const outside = owned('COP') + system('market', 'COP') + system('chain', 'COP')
  return [
    ...hot,
    ...cold,
    figure('chain.supply', 'COP', outside + inFlight.coptOutside, custody.coptOutside),
    { ...figure('chain.overdue', 'COP', 0n, BigInt(inFlight.overdue.length)), facts: factsOf(...inFlight.overdue.toSorted()) },
    // Within the ledger alone, since the line above binds it to the chain: pesos at the bank and the provider, against COPT outside.
    figure('bank.backing', 'COP', outside, pesosHeld({ system })),
  ]
}

export const pesosHeld = ({ system }: Pick<BooksSnapshot, 'system'>): bigint =>
  -(system('bank', 'COP') + system('payouts', 'COP') + system('collection', 'COP'))

/**
 * Payout money at the provider, read consistently while payouts move. Throws while the provider is still being asked, so that the part's
 * age shows it.
 */
export async function payoutFigures({ payments }: Pick<ReconciliationContext, 'payments'>): Promise<Figure[]> {
  const { booked, balance, taken } = await payments.fundsAtProvider()
  return [figure('provider.payouts', 'COP', booked - [...taken.values()].reduce((sum, amount) => sum + amount, 0n), balance)]
}

/** Closing balance of the bank's statement for the collection account. Nothing to compare before the first statement. */
export async function statementFigures({ ledger, payments }: ReconciliationContext): Promise<Figure[]> {
  const atBank = await payments.collectionAtBank()
  if (!atBank) return []
  const { posted } = await ledger.balance(systemAccount('collection', 'COP'))
  return [figure('bank.statement', 'COP', atBank.pending - posted, atBank.balance)]
}

/** Credits that the provider took back since. The rest of each is held. */
async function takenBackFigures({ ledger, payments }: ReconciliationContext): Promise<Figure[]> {
  const posted = await ledger.postedFor(await payments.takenBack(), ['payments.deposit'])
  return posted.map(({ ref, amount }) => figure('provider.taken_back', 'COP', amount, 0n, ref))
}

/** Pending movements that differ from their request: nothing of them is paid, credited or settled, and officers have to investigate. */
export async function rowFigures(context: ReconciliationContext): Promise<Figure[]> {
  const { db, payments, trading } = context
  const trades = (await trading.unprovedTrades()).map((trade) => ({ kind: 'trade', ...trade }))
  const rows = [...(await payments.unprovedRows()), ...trades]
  return [...rows.map(unprovedFigure), ...(await anomalyFigures(context)), ...(await inTransaction(db, (tx) => spentFigures(context, tx)))]
}

/**
 * A surplus row is reported. A hidden booking is a missing row, which freezes the asset: its payment would not be compared with the
 * provider any more.
 */
const unprovedFigure = ({
  kind,
  id,
  facts,
  isHidden = false,
}: {
  kind: string
  id: string
  facts: string
  isHidden?: boolean
}): Figure => ({
  ...figure('rows.unproved', 'COP', isHidden ? 1n : 0n, isHidden ? 0n : 1n, `${kind} ${id}`),
  facts: factsOf(facts),
})

/** Differences between the providers' records and the books, by movement; for a payment without a movement, by the provider's id too. */
async function anomalyFigures({ payments }: ReconciliationContext): Promise<Figure[]> {
  return (await payments.anomalies()).map(({ kind, id, paymentId, accountId, booked, amount, currency, payer }) => {
    const check = kind === 'deposit_amount' || kind === 'payout_amount' ? 'provider.amount' : 'provider.record'
    // The sum is right and the person is wrong: none of it is as it was booked.
    const isOfPerson = kind === 'deposit_payer' || kind === 'payout_payee'
    const subject = [kind, id, paymentId, currency, accountId].filter((word) => word).join(' ')
    const found = figure(check, 'COP', booked, isOfPerson ? 0n : amount, subject)
    return isOfPerson ? { ...found, facts: factsOf(amount, payer) } : found
  })
}

/** Credits that the chain took back and that their customers spent. */
export async function spentFigures({ crypto }: Pick<ReconciliationContext, 'crypto'>, tx: Transaction): Promise<Figure[]> {
  return (await crypto.spentCredits(tx)).map(({ depositId, accountId, asset, amount, held }) =>
    figure('crypto.disputed', asset, amount, held, `deposit ${depositId}, account ${accountId}`),
  )
}

const DEPOSITS_AT_ONCE = 25
/** With more unanswered deposits the position does not move on. */
const UNDECIDED_MAX = 100
const UNDECIDED = 'provider.deposit.undecided'

export interface Compared {
  readonly figures: readonly Figure[]
  /** From an earlier pass: this one got no answer about them. */
  readonly undecided: readonly Figure[]
  /** New positions, stored with the figures, since no later pass reads the deposits before them again. */
  readonly places: readonly NamedPlace[]
}

/** Every credited deposit once, and those with a difference or without an answer again: the provider's record of the payment. */
export async function depositFigures(context: ReconciliationContext): Promise<Compared> {
  const { db, ledger, payments } = context
  const place = await placeOf(context, 'provider.deposit')
  const unanswered = (await placeOf(context, UNDECIDED)).text.split(' ').filter((id) => id !== '')
  const unsettled = (await figuresOf(db, ['provider.deposit'])).filter(({ expected, actual }) => expected !== actual)
  const next = await ledger.postings(place.seq, ['payments.deposit'], DEPOSITS_AT_ONCE)
  const askedAgain = new Set([...unsettled.map(({ subject }) => subject), ...unanswered].filter(isId))
  const again = await Promise.all([...askedAgain].map((id) => ledger.transfer(id)))
  const figures: Figure[] = []
  const undecided = new Set<string>()
  for (const transfer of [...again, ...next]) {
    if (!transfer) continue
    const paid = transfer.ref ? await payments.paidForDeposit(transfer.ref) : 0n
    if (paid === null) undecided.add(transfer.id)
    else figures.push(figure('provider.deposit', 'COP', transfer.amount, paid, transfer.id))
  }
  figures.push(...(await takenBackFigures(context)))
  // A batch split by the page is asked for again, which changes nothing.
  const last = next.at(-1)
  const until = last && (next.length < DEPOSITS_AT_ONCE ? last.batchSeq : last.batchSeq - 1n)
  const isFull = undecided.size > UNDECIDED_MAX
  const kept = [...undecided].slice(0, UNDECIDED_MAX).join(' ')
  return {
    figures,
    undecided: unsettled.filter(({ subject }) => undecided.has(subject)),
    places: [
      { name: UNDECIDED, seq: 0n, text: kept },
      ...(until === undefined || isFull ? [] : [{ name: 'provider.deposit', seq: until, text: '' }]),
    ],
  }
}
