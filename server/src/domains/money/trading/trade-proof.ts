/**
 * Verification of a trade: its customer, bounds and fees are sealed when it is placed, and it is paid by the proved hold of the same
 * account. The product can change the row, which is therefore not trusted (docs/decisions/0045-sealed-rows.md).
 */
import * as z from 'zod'
import type { Transaction } from '../../../platform/database/database.ts'
import { sealOldRows as sealRows } from '../../../platform/database/seal-old-rows.ts'
import { Refused } from '../../../platform/http/refusal.ts'
import { type Account, customerAccount } from '../ledger/index.ts'
import type { TradingContext } from './context.ts'
import { type NewTrade, openTrades, type TradeRow } from './store.ts'
import { holdIdOf } from './trade-ids.ts'

type TradeFacts = Pick<
  NewTrade,
  'id' | 'accountId' | 'tradeType' | 'tokenIn' | 'tokenOut' | 'maximumIn' | 'minimumOut' | 'networkFeeOut' | 'houseFeeOut'
>

/** No field can contain the separator. */
export const tradeText = (facts: TradeFacts): string => {
  const { id, accountId, tradeType, tokenIn, tokenOut, maximumIn, minimumOut, networkFeeOut, houseFeeOut } = facts
  return ['trade', id, accountId, tradeType, tokenIn, tokenOut, maximumIn, minimumOut, networkFeeOut, houseFeeOut].join('|')
}

/** Report when it is not. */
export async function isProvedTrade(
  { ledger, log, seals }: Pick<TradingContext, 'ledger' | 'log' | 'seals'>,
  tx: Transaction,
  trade: TradeRow,
  sold: Account['asset'],
): Promise<boolean> {
  const isSealed = seals.isSealOf(tradeText(trade), trade.seal)
  if (isSealed && (await isHeld(ledger, tx, trade, sold))) return true
  const facts = { securityEvent: 'trade_unproved', tradeId: trade.id, fault: isSealed ? 'hold' : 'row' }
  log.error(facts, 'a trade is not what was placed: nothing was settled')
  return false
}

/** A hold is refunded to its owner in the ledger, whatever the row contains. A forged row never had a hold, which the postings show. */
export async function mayRefund(
  { ledger, log, seals }: Pick<TradingContext, 'ledger' | 'log' | 'seals'>,
  tx: Transaction,
  trade: TradeRow,
): Promise<boolean> {
  if (seals.isSealOf(tradeText(trade), trade.seal) || (await ledger.wasHeld(holdIdOf(trade.id), tx))) return true
  const facts = { securityEvent: 'trade_unproved', tradeId: trade.id, fault: 'row' }
  log.error(facts, 'a trade that was not placed, of which nothing was held: nothing was given back')
  return false
}

async function isHeld(
  { provedHold }: TradingContext['ledger'],
  tx: Transaction,
  { id, accountId, maximumIn }: TradeRow,
  sold: Account['asset'],
): Promise<boolean> {
  try {
    const hold = await provedHold(holdIdOf(id), tx)
    return hold?.left === maximumIn && hold.accountId === customerAccount(accountId, sold).id
  } catch (error) {
    if (error instanceof Refused) return false
    throw error
  }
}

/** Far above the usual number of open trades; beyond it the list is not reported as complete. */
const OPEN_MAX = 10_000

/** Open trades that differ from how they were placed: their swap ends, and nothing is paid out by it before officers review them. */
export async function unprovedTrades({ db, seals }: Pick<TradingContext, 'db' | 'seals'>): Promise<{ id: string; facts: string }[]> {
  const open = await openTrades(db, OPEN_MAX + 1)
  if (open.length > OPEN_MAX) throw new Error('too many trades are open to look at')
  return open
    .filter((trade) => !seals.isSealOf(tradeText(trade), trade.seal))
    .map((trade) => ({ id: trade.id, facts: `${tradeText(trade)} ${trade.seal}` }))
}

const amount = z.string().transform(BigInt)
/** As the migration recorded it. */
const OldTrade = z.object({
  id: z.uuid(),
  accountId: z.uuid(),
  tradeType: z.enum(['input', 'output']),
  tokenIn: z.int(),
  tokenOut: z.int(),
  maximumIn: amount,
  minimumOut: amount,
  networkFeeOut: amount,
  houseFeeOut: amount,
})

/** Seal the open trades from before the introduction of seals. */
export const sealOldTrades = ({ db, seals }: Pick<TradingContext, 'db' | 'seals'>): Promise<number> =>
  sealRows(db, {
    schema: 'trading',
    table: 'trade',
    columnsOf: (old) => ({ seal: { value: seals.seal(tradeText(OldTrade.parse(old))), type: 'text' } }),
  })
