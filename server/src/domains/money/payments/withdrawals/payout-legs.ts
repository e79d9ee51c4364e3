/**
 * Ledger postings of payouts that two officers booked (decision 101): like those of a withdrawal, a hold that is settled to the prepaid
 * balance of the provider. Each has an id derived from the anomaly, so that it is posted once.
 */
import { validate as isUuid } from 'uuid'
import type { Transaction } from '../../../../platform/database/database.ts'
import { idOf } from '../../../../platform/database/ids.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { type Account, customerAccount, type Leg, systemAccount } from '../../ledger/index.ts'
import type { AnomalyRow } from '../anomalies/anomaly-store.ts'
import type { PaymentsContext } from '../context.ts'
import { type Costs, costLegs, PREPAID } from './payout-postings.ts'

type LedgerContext = Pick<PaymentsContext, 'ledger'>

/** booked: the pesos left the prepaid balance. charged: what was in suspense was settled with its customer or the platform. */
export const PAYOUT_CODES = { booked: 'payments.payout_booked', charged: 'payments.payout_charged' } as const
type Step = keyof typeof PAYOUT_CODES
const SHORTFALL = 'payments.payout_shortfall'

/** Pesos that left by payouts without a known customer; negative until two officers settle them. */
const UNIDENTIFIED = systemAccount('unidentified_transfers', 'COP')
const LOSSES = systemAccount('deposit_losses', 'COP')
const CREDITS = { booked: PREPAID, charged: UNIDENTIFIED } as const

/** Id whose burn of COPT follows the posting: that of the lost withdrawal where the reference is one. */
export const payoutRefOf = ({ kind, id, reference }: Pick<AnomalyRow, 'kind' | 'id' | 'reference'>): string =>
  kind === 'payout_unknown' && isUuid(reference) ? reference : id

const holdIdOf = (step: Step, anomalyId: string): string => idOf(PAYOUT_CODES[step], anomalyId)
export const settlementIdOf = (step: Step, anomalyId: string): string => idOf(PAYOUT_CODES[step], 'settled', anomalyId)
const shortfallIdOf = (anomalyId: string): string => idOf(SHORTFALL, anomalyId)
export const reversalIdOf = (anomalyId: string): string => idOf(PAYOUT_CODES.booked, 'reversed', anomalyId)

/** Null: suspense in the first step, and the platform in the second. */
export const payerOf = (step: Step, accountId: string | null): Account =>
  accountId !== null ? customerAccount(accountId, 'COP') : step === 'booked' ? UNIDENTIFIED : systemAccount('float', 'COP')

interface Charge {
  readonly step: Step
  readonly anomaly: AnomalyRow
  readonly amount: bigint
  /** Part that the customer's balance lacks, which the platform bears. */
  readonly loss: bigint
  readonly accountId: string | null
  readonly costs: Costs
}

/**
 * Take the amount from its payer, also while pesos are frozen: the freeze is lifted only when the books agree. The platform's loss is
 * posted to the customer first, so that one settlement moves the whole amount.
 */
export async function chargePayout({ ledger }: LedgerContext, tx: Transaction, charge: Charge): Promise<void> {
  const { step, anomaly, amount, loss, accountId, costs } = charge
  const { id } = anomaly
  const code = PAYOUT_CODES[step]
  const ref = step === 'booked' ? payoutRefOf(anomaly) : id
  const [account, holdId] = [payerOf(step, accountId), holdIdOf(step, id)]
  const hold = { id: holdId, account, amount, code, ref }
  if (loss > 0n)
    await ledger.postWithin(tx, [
      { kind: 'post', id: shortfallIdOf(id), debit: LOSSES, credit: account, amount: loss, code: SHORTFALL, ref: id },
    ])
  // The balance was spent since the officers read what is left of it.
  if (accountId !== null && (await ledger.holdAvailable(tx, hold, amount)) !== amount) refuse('payments.anomaly_changed')
  const settled = { kind: 'settle', id: settlementIdOf(step, id), holdId, credit: CREDITS[step], code, ref } as const
  await ledger.postWithin(tx, [
    ...(accountId === null ? [{ kind: 'hold', ...hold } as const] : []),
    settled,
    ...(step === 'booked' ? costLegs(id, costs) : []),
  ])
}

/** Reverse every posting of a payout that the bank sent back: each payer gets back what it paid. */
export async function reversePayout(context: LedgerContext, tx: Transaction, anomaly: AnomalyRow): Promise<void> {
  const { id } = anomaly
  const costs = (['payments.gmf', 'payments.payout_fee'] as const).map((code) => ({ code, transferId: idOf(code, id) }))
  const reversed: Leg[] = [reverse(reversalIdOf(id), settlementIdOf('booked', id), PAYOUT_CODES.booked, payoutRefOf(anomaly))]
  const others = [
    { code: PAYOUT_CODES.charged, transferId: settlementIdOf('charged', id) },
    { code: SHORTFALL, transferId: shortfallIdOf(id) },
    ...costs,
  ]
  for (const { code, transferId } of others)
    if (await context.ledger.provedTransfer(transferId, tx)) reversed.push(reverse(idOf(code, 'reversed', id), transferId, code, id))
  await context.ledger.postWithin(tx, reversed)
}

const reverse = (id: string, transferId: string, code: string, ref: string): Leg => ({ kind: 'reverse', id, transferId, code, ref })

/** Costs alone, of a payout whose pesos left the books with its burned tokens. */
export async function postCosts({ ledger }: LedgerContext, tx: Transaction, { id }: AnomalyRow, costs: Costs): Promise<void> {
  const legs = costLegs(id, costs)
  if (legs.length > 0) await ledger.postWithin(tx, legs)
}
