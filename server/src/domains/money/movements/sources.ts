/**
 * The rails whose movements are one history: the view that each publishes, and the state machine that keeps its timeline. A new rail adds
 * one line here, its view (the columns of `payments.deposit_movement`), and its states to `contract/src/movements.ts`.
 */
interface MovementSource {
  readonly schema: string
  readonly view: string
  readonly machine: `${string}.${string}`
}

export const MOVEMENT_SOURCES: readonly MovementSource[] = [
  { schema: 'payments', view: 'deposit_movement', machine: 'payments.deposit' },
  { schema: 'payments', view: 'withdrawal_movement', machine: 'payments.withdrawal' },
  { schema: 'crypto', view: 'deposit_movement', machine: 'crypto.deposit' },
  { schema: 'crypto', view: 'withdrawal_movement', machine: 'crypto.withdrawal' },
  { schema: 'trading', view: 'trade_movement', machine: 'trading.trade' },
]
