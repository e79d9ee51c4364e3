/** Ledger evidence that the signer requires, for tests that submit intents without the modules that decide them. */
import { sql } from 'kysely'
import type { Hex } from 'viem'
import { type Database, inTransaction } from '../../../platform/database/database.ts'
import { idOf, newId } from '../../../platform/database/ids.ts'
import { createLog } from '../../../platform/observability/log.ts'
import { systemClock } from '../../../platform/time/clock.ts'
import { createLedger, customerAccount, systemAccount } from '../ledger/index.ts'
import { holdIdOfTrade } from './operation-ids.ts'
import { SECRETS } from './testing.ts'

export interface TestBooks {
  /** Withdrawal that the bank paid; returns its id. */
  payOut(amount: bigint): Promise<string>
  /** Two officers reverse the credit of a deposit that the provider took back. */
  takeBack(depositId: string, amount: bigint): Promise<void>
  /** The bank returns a payment. */
  sendBack(withdrawalId: string): Promise<void>
  /** Deposit that was credited; returns its id. */
  payIn(amount: bigint): Promise<string>
  /** Payment that arrived and waits for officers; returns its reference. */
  payInForReview(amount: bigint): Promise<string>
  /** Decision of officers: the payment is a customer's, or is returned to the bank. */
  decideReview(ref: string, amount: bigint, outcome: 'credited' | 'returned'): Promise<void>
  /** Trade with its hold; returns its id. */
  holdForTrade(trade: TestTrade): Promise<string>
  close(): Promise<void>
}

export interface TestTrade {
  readonly tokenIn: number
  readonly tokenOut: number
  readonly asset: 'COP' | 'BTC' | 'USDT'
  readonly maximumIn: bigint
  readonly minimumOut: bigint
  /** Amount of the hold, when it differs from the trade. */
  readonly held?: bigint
  readonly path?: readonly Hex[]
}

const [BANK, IN_REVIEW] = [systemAccount('bank', 'COP'), systemAccount('deposits_in_review', 'COP')]
const settlementOf = (withdrawalId: string) => idOf('test.settled', withdrawalId)

export function openTestBooks(db: Database): TestBooks {
  const ledger = createLedger({ db, clock: systemClock, log: createLog({ level: 'silent', pretty: false }), secrets: SECRETS, env: {} })
  async function fund(owner: string, asset: 'COP' | 'BTC' | 'USDT', amount: bigint): Promise<string> {
    const ref = newId()
    const [debit, credit] = [systemAccount('bank', asset), customerAccount(owner, asset)]
    await ledger.post([{ kind: 'post', id: newId(), code: 'payments.deposit', ref, debit, credit, amount }])
    return ref
  }
  return {
    payIn: (amount) => fund(newId(), 'COP', amount),
    async payInForReview(amount) {
      const ref = newId()
      await ledger.post([{ kind: 'post', id: newId(), code: 'payments.deposit', ref, debit: BANK, credit: IN_REVIEW, amount }])
      return ref
    },
    async decideReview(ref, amount, outcome) {
      const credit = outcome === 'credited' ? customerAccount(newId(), 'COP') : BANK
      await ledger.post([{ kind: 'post', id: newId(), code: 'payments.deposit_decided', ref, debit: IN_REVIEW, credit, amount }])
    },
    async payOut(amount) {
      const [owner, ref] = [newId(), newId()]
      await fund(owner, 'COP', amount)
      await ledger.hold({ id: ref, code: 'payments.withdrawal', ref, account: customerAccount(owner, 'COP'), amount })
      await ledger.settle({ id: settlementOf(ref), holdId: ref, credit: systemAccount('bank', 'COP'), code: 'payments.withdrawal', ref })
      return ref
    },
    async takeBack(ref, amount) {
      const bank = systemAccount('bank', 'COP')
      const debit = customerAccount(newId(), 'COP')
      const legs = [
        { kind: 'post' as const, id: newId(), code: 'test.credit', ref, debit: bank, credit: debit, amount },
        { kind: 'post' as const, id: newId(), code: 'payments.deposit_reversed', ref, debit, credit: bank, amount },
      ]
      await ledger.post(legs)
    },
    async sendBack(ref) {
      await ledger.reverse({ id: newId(), transferId: settlementOf(ref), code: 'payments.withdrawal', ref })
    },
    async holdForTrade({ tokenIn, tokenOut, asset, maximumIn, minimumOut, held = maximumIn, path = [] }) {
      const [owner, id] = [newId(), newId()]
      await fund(owner, asset, held)
      await inTransaction(db, async (tx) => {
        await sql`INSERT INTO trading.trade (id, account_id, request_hash, trade_type, token_in, token_out, expected_in, expected_out, maximum_in,
            minimum_out, path, estimated_fee_wei, fee_usd_micros, network_fee_out, house_fee_out, fee_version, value_cop, state, created_at)
          VALUES (${id}, ${owner}, 'test', 'input', ${tokenIn}, ${tokenOut}, ${maximumIn}, ${minimumOut}, ${maximumIn}, ${minimumOut},
            ${JSON.stringify(path)}, 1, 1, 0, 0, 1, 0, 'pending', now())`.execute(tx)
        await ledger.holdWithin(tx, {
          id: holdIdOfTrade(id),
          code: 'trading.trade',
          ref: id,
          account: customerAccount(owner, asset),
          amount: held,
        })
      })
      return id
    },
    close: () => ledger.close(),
  }
}
