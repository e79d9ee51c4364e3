/**
 * Everything a module announces upwards, typed in one place. Amounts are base units as text, since events are stored as JSON.
 * An event is written in the transaction that made it true and reaches each subscriber at least once.
 */
export interface Events {
  'identity.account_created': { accountId: string }
  'identity.signed_in': { accountId: string; sessionId: string }
  'payments.deposit_created': { accountId: string; depositId: string }
  'payments.deposit_updated': { accountId: string; depositId: string; state: string }
  /** Pesos came in: the ledger was credited with `amount` cents. */
  'payments.deposit_credited': { accountId: string; depositId: string; amount: string }
  'payments.withdrawal_requested': { accountId: string; withdrawalId: string; amount: string }
  'payments.withdrawal_updated': { accountId: string; withdrawalId: string; state: string }
  /** Pesos went out: the bank paid `amount` cents. */
  'payments.withdrawal_settled': { accountId: string; withdrawalId: string; amount: string }
  'payments.withdrawal_returned': { accountId: string; withdrawalId: string; amount: string; reason: string }
  /** The bank sent back what it had paid: after `…withdrawal_settled`, pesos that had gone out came in again. */
  'payments.withdrawal_reversed': { accountId: string; withdrawalId: string; amount: string }
  'payments.account_changed': { accountId: string; bankAccountId: string; change: 'added' | 'edited' | 'deleted' }
  /** An operation of the house's wallets got another state; `ref` is the business record it belongs to. */
  'blockchain.operation_updated': { operationId: string; kind: string; ref: string; state: string }
  'trading.trade_updated': { accountId: string; tradeId: string; state: string }
  'pricing.price_updated': { pair: string }
}

export type EventType = keyof Events
