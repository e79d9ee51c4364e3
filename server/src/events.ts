/**
 * Everything a module announces upwards, typed in one place. Amounts are base units as text, since events are stored as JSON.
 * An event is written in the transaction that made it true and reaches each subscriber at least once.
 */
import type { AssetCode } from '@tunjo/contract/money'

/** Base units as text. */
export interface EventAmount {
  asset: AssetCode
  amount: string
}
export type AccountChange = 'password' | 'email' | 'factors' | 'sessions' | 'devices' | 'profile' | 'frozen' | 'consent'

export interface Events {
  /** Once an hour: how far the audit trail is. Whoever keeps it elsewhere can prove later that nothing was cut off. */
  'platform.audit_head_signed': { seq: number; hash: string; entries: number; signedAt: string; publicKey: string; signature: string }
  'identity.account_created': { accountId: string }
  'identity.signed_in': { accountId: string; sessionId: string }
  /** A sign-in from an unknown device or place; compliance looks at several of them. */
  'identity.unfamiliar_sign_in': { accountId: string; signInId: string; ip: string; country: string | null }
  /** The person said that a sign-in was not theirs. */
  'identity.location_denied': { accountId: string; signInId: string; ip: string; country: string | null }
  'identity.location_confirmed': { accountId: string; signInId: string }
  /** What the person's own screens show again: factors, sessions, e-mail, password. */
  'identity.account_changed': { accountId: string; change: AccountChange }
  'identity.email_changed': { accountId: string; oldEmail: string; newEmail: string }
  /** By the "No fui yo" link of a mail. */
  'identity.account_frozen': { accountId: string }
  'identity.account_closed': { accountId: string }
  'notifications.notice_added': { accountId: string; noticeId: string }
  /** A form is under review. */
  'kyc.form_sent': { accountId: string; form: string }
  'kyc.documents_reviewed': { accountId: string; outcome: 'accepted' | 'declined'; officerId: string }
  'kyc.level_changed': { accountId: string; verifiedLevel: string; officerId: string }
  'payments.deposit_created': { accountId: string; depositId: string }
  'payments.deposit_updated': { accountId: string; depositId: string; state: string }
  /** Pesos came in: the ledger was credited with `amount` cents. */
  'payments.deposit_credited': { accountId: string; depositId: string; amount: string }
  /** `account` is the bank account as its owner knows it, here and below: its alias and last figures. */
  'payments.withdrawal_requested': { accountId: string; withdrawalId: string; amount: string; account: string }
  'payments.withdrawal_updated': { accountId: string; withdrawalId: string; state: string }
  /** Pesos went out: the bank paid `amount` cents. */
  'payments.withdrawal_settled': { accountId: string; withdrawalId: string; amount: string; account: string }
  'payments.withdrawal_returned': { accountId: string; withdrawalId: string; amount: string; account: string; reason: string }
  /** The bank sent back what it had paid: after `…withdrawal_settled`, pesos that had gone out came in again. */
  'payments.withdrawal_reversed': { accountId: string; withdrawalId: string; amount: string }
  /** `heldUntil`: withdrawals to it wait until then. Null when it is deleted. */
  'payments.account_changed': {
    accountId: string
    bankAccountId: string
    change: 'added' | 'edited' | 'deleted'
    account: string
    heldUntil: string | null
  }
  /** An operation of the house's wallets got another state; `ref` is the business record it belongs to. */
  'blockchain.operation_updated': { operationId: string; kind: string; ref: string; state: string }
  /** `swapped` when it is settled: what was really sold and bought. */
  'trading.trade_updated': { accountId: string; tradeId: string; state: string; swapped?: { sold: EventAmount; bought: EventAmount } }
  'pricing.price_updated': { pair: string }
}

export type EventType = keyof Events
