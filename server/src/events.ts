/**
 * Every domain event in one table: its version, its fields, its readers and its retention. `docs/events.md` is generated from it. An event
 * is written in the transaction of its cause and reaches each of its readers at least once. Amounts are base units as text, since events
 * are stored as JSON. An added field makes no new version; a changed meaning does.
 */
import { CheckState } from '@tunjo/contract/background-checks'
import { BLACK_LIST_PLACES } from '@tunjo/contract/blocklist'
import { RISK_LEVELS } from '@tunjo/contract/compliance-risk'
import { CRYPTO_DEPOSIT_STATES, CRYPTO_WITHDRAWAL_STATES } from '@tunjo/contract/crypto'
import { Form } from '@tunjo/contract/kyc-forms'
import { ASSET_CODES } from '@tunjo/contract/money'
import { TRANSACTION_STATES } from '@tunjo/contract/payments'
import { PAIRS } from '@tunjo/contract/pricing'
import { CHECKS } from '@tunjo/contract/reconciliation'
import { BINDING_LISTS } from '@tunjo/contract/regulatory-matches'
import { TradeState } from '@tunjo/contract/trading'
import * as z from 'zod'

const ACCOUNT_CHANGES = ['password', 'email', 'factors', 'sessions', 'devices', 'profile', 'frozen', 'consent'] as const
const OPERATION_KINDS = ['swap', 'mint', 'burn', 'sweep', 'transfer', 'to_cold', 'publish'] as const
/**
 * reserved: nonce taken · signed: bytes stored · sent: handed to the node · mined: in a block, with fewer confirmations than needed ·
 * confirmed / reverted / superseded (its nonce was used by something else): final.
 */
const OPERATION_STATES = ['decided', 'refused', 'reserved', 'signed', 'sent', 'mined', 'confirmed', 'reverted', 'superseded'] as const

const accountId = z.guid()
const id = z.string()
/** Base units as text. */
const amount = z.string().regex(/^-?\d+$/)
const assetAmount = z.object({ asset: z.enum(ASSET_CODES), amount })
const place = { ip: z.string(), country: z.string().nullable() }
const transactionState = z.enum(TRANSACTION_STATES)

/** Screens re-read the data, and no reader needs the event later. */
const DAYS = 14
/** Replay window of compliance rules and backtests. */
const COMPLIANCE_DAYS = 100

interface EventFacts {
  readonly about: string
  readonly keepDays: number
  /** Consumers by name. Open screens of the account receive it too (`LIVE_TYPES` of the contract). */
  readonly readers: readonly string[]
  readonly version?: number
}

const event = <S extends z.ZodRawShape>(facts: EventFacts, fields: S) => ({ version: 1, ...facts, payload: z.object(fields) })

export const EVENTS = {
  'platform.audit_head_signed': event(
    { about: 'once an hour: how far the audit trail is', keepDays: COMPLIANCE_DAYS, readers: ['blockchain.publish'] },
    { seq: z.int(), hash: z.string(), entries: z.int(), signedAt: z.iso.datetime(), publicKey: z.string(), signature: z.string() },
  ),
  'identity.account_created': event({ about: 'an account exists', keepDays: COMPLIANCE_DAYS, readers: [] }, { accountId }),
  'identity.signed_in': event(
    { about: 'a session began', keepDays: COMPLIANCE_DAYS, readers: ['monitoring'] },
    { accountId, sessionId: id },
  ),
  'identity.unfamiliar_sign_in': event(
    { about: 'a sign-in from an unknown device or place; compliance looks at several of them', keepDays: COMPLIANCE_DAYS, readers: [] },
    { accountId, signInId: id, ...place },
  ),
  'identity.location_denied': event(
    {
      about: 'the person denied a sign-in',
      keepDays: COMPLIANCE_DAYS,
      readers: ['crypto.stop_withdrawals', 'monitoring', 'payments.stop_withdrawals'],
    },
    { accountId, signInId: id, ...place },
  ),
  'identity.location_confirmed': event(
    { about: 'the person confirmed a sign-in', keepDays: COMPLIANCE_DAYS, readers: ['monitoring'] },
    { accountId, signInId: id },
  ),
  'identity.account_changed': event(
    { about: 'what the person’s own screens show again', keepDays: DAYS, readers: [] },
    { accountId, change: z.enum(ACCOUNT_CHANGES) },
  ),
  'identity.email_changed': event(
    { about: 'another address', keepDays: COMPLIANCE_DAYS, readers: ['monitoring'] },
    { accountId, oldEmail: z.string(), newEmail: z.string() },
  ),
  'identity.account_frozen': event(
    {
      about: 'by the "No fui yo" link of a mail, or by an officer',
      keepDays: COMPLIANCE_DAYS,
      readers: ['crypto.stop_withdrawals', 'payments.stop_withdrawals'],
    },
    { accountId },
  ),
  'identity.account_closed': event(
    { about: 'closed permanently by its owner', keepDays: COMPLIANCE_DAYS, readers: ['conversations'] },
    { accountId },
  ),
  'notifications.notice_added': event({ about: 'the bell has something new', keepDays: DAYS, readers: [] }, { accountId, noticeId: id }),
  'blacklist.hit': event(
    {
      about: 'a person used a value of the blocklist, for the first time there',
      keepDays: COMPLIANCE_DAYS,
      readers: ['blacklist'],
    },
    { accountId, entryId: id, place: z.enum(BLACK_LIST_PLACES) },
  ),
  'screening.check_updated': event(
    { about: 'a background check of a person got another state', keepDays: COMPLIANCE_DAYS, readers: ['monitoring'] },
    { accountId, checkId: id, state: CheckState },
  ),
  'screening.binding_match': event(
    {
      about: 'an officer confirmed a hit of a list that binds in Colombia: authorities have to be notified',
      keepDays: COMPLIANCE_DAYS,
      readers: ['regulatory'],
    },
    {
      accountId,
      hitId: id,
      list: z.enum(BINDING_LISTS),
      entryId: z.string(),
      about: z.enum(['self', 'payer']),
      confirmedAt: z.iso.datetime(),
    },
  ),
  'screening.address_met': event(
    {
      about: 'a person came with an address of a chain that a list names, or had one when it came on it: each time once',
      keepDays: COMPLIANCE_DAYS,
      readers: ['screening.addresses'],
    },
    { accountId, hitId: id },
  ),
  'kyc.form_sent': event(
    {
      about: 'a form is under review',
      keepDays: COMPLIANCE_DAYS,
      readers: ['blacklist', 'conversations', 'monitoring', 'risk', 'screening'],
    },
    { accountId, form: Form },
  ),
  'kyc.survey_answered': event(
    { about: 'expected volumes, for the first time or other ones than before', keepDays: COMPLIANCE_DAYS, readers: ['monitoring', 'risk'] },
    { accountId },
  ),
  'kyc.documents_reviewed': event(
    {
      about: 'an officer decided about documents',
      keepDays: COMPLIANCE_DAYS,
      readers: ['conversations', 'monitoring', 'risk', 'screening.checks'],
    },
    { accountId, outcome: z.enum(['accepted', 'declined']), officerId: id },
  ),
  'kyc.proof_read': event(
    { about: 'an officer recorded the data of a proof of residence', keepDays: COMPLIANCE_DAYS, readers: ['monitoring'] },
    { accountId },
  ),
  'kyc.representatives_written': event(
    {
      about: 'an officer recorded who represents and who owns a company, in place of the list before',
      keepDays: COMPLIANCE_DAYS,
      readers: ['blacklist', 'monitoring', 'risk', 'screening'],
    },
    { accountId },
  ),
  'kyc.level_changed': event(
    { about: 'the verified level of a person, up or down', keepDays: COMPLIANCE_DAYS, readers: ['conversations', 'monitoring', 'risk'] },
    { accountId, verifiedLevel: z.enum(['0', '1', '2', '3']), officerId: id },
  ),
  'kyc.renewal_accepted': event(
    {
      about: 'what a verified person sent again was accepted; the level did not change',
      keepDays: COMPLIANCE_DAYS,
      readers: ['conversations', 'screening'],
    },
    { accountId, form: Form },
  ),
  'alerts.opened': event(
    { about: 'an alert about a person was opened, by an officer or by a rule', keepDays: COMPLIANCE_DAYS, readers: ['monitoring', 'risk'] },
    { accountId, alertId: z.int(), alertTypeId: z.int().nullable() },
  ),
  'alerts.found_again': event(
    { about: 'something was added to an alert that is open', keepDays: COMPLIANCE_DAYS, readers: ['monitoring', 'risk'] },
    { accountId, alertId: z.int(), alertTypeId: z.int().nullable() },
  ),
  'alerts.closed': event(
    { about: 'the alert has ended', keepDays: COMPLIANCE_DAYS, readers: ['monitoring', 'risk'] },
    { accountId, alertId: z.int(), alertTypeId: z.int().nullable() },
  ),
  'limits.exceeded': event(
    {
      about: 'what would have passed the maximum of the month: refused, or tokens that wait; at most fifty a day of one person',
      keepDays: COMPLIANCE_DAYS,
      readers: ['monitoring'],
    },
    { accountId, operationId: id, direction: z.enum(['deposit', 'withdrawal']) },
  ),
  'risk.level_changed': event(
    {
      about: 'the risk that counts of a person, by an officer or by itself; the person is not notified of it',
      keepDays: COMPLIANCE_DAYS,
      readers: [],
    },
    { accountId, before: z.enum(RISK_LEVELS), after: z.enum(RISK_LEVELS) },
  ),
  'risk.permission_changed': event(
    { about: 'whether a person may move money', keepDays: COMPLIANCE_DAYS, readers: ['conversations'] },
    { accountId, mayTransact: z.boolean() },
  ),
  'conversations.message_added': event(
    { about: 'a customer, an officer or the system added to a conversation with a customer', keepDays: DAYS, readers: [] },
    { accountId, conversationId: id },
  ),
  'payments.deposit_created': event({ about: 'a deposit was begun', keepDays: COMPLIANCE_DAYS, readers: [] }, { accountId, depositId: id }),
  'payments.deposit_updated': event(
    { about: 'a deposit got another state', keepDays: DAYS, readers: ['conversations'] },
    { accountId, depositId: id, state: transactionState },
  ),
  'payments.deposit_credited': event(
    {
      about: 'pesos came in: the ledger was credited',
      keepDays: COMPLIANCE_DAYS,
      readers: ['blockchain.mint', 'monitoring', 'notifications.tell', 'risk'],
    },
    { accountId, depositId: id, amount },
  ),
  'payments.deposit_held': event(
    {
      about:
        'pesos came in that the customer may not have yet: officers decide. `reason` is what the customer reads, of a transfer, of a payment of another payer or of one that officers booked; `method` is how it came',
      keepDays: COMPLIANCE_DAYS,
      readers: ['conversations', 'monitoring', 'notifications.tell'],
    },
    { accountId, depositId: id, amount, reason: z.string().optional(), method: z.enum(['PSE', 'TRANSFER']).optional() },
  ),
  'payments.deposit_taken_back': event(
    {
      about: 'the provider took a credited payment back, and two officers ended its credit: its pesos left the balance',
      keepDays: COMPLIANCE_DAYS,
      readers: ['blockchain.burn', 'notifications.tell'],
    },
    { accountId, depositId: id, amount },
  ),
  'payments.withdrawal_requested': event(
    {
      about: 'money is held for a withdrawal; `account` is the bank account as its owner knows it',
      keepDays: COMPLIANCE_DAYS,
      readers: ['identity.tell', 'monitoring', 'risk'],
    },
    { accountId, withdrawalId: id, amount, account: z.string() },
  ),
  'payments.withdrawal_in_review': event(
    {
      about: 'a withdrawal waits for an officer before it may leave',
      keepDays: COMPLIANCE_DAYS,
      readers: ['conversations', 'notifications.tell'],
    },
    { accountId, withdrawalId: id, amount, account: z.string() },
  ),
  'payments.withdrawal_updated': event(
    { about: 'a withdrawal got another state', keepDays: DAYS, readers: ['conversations'] },
    { accountId, withdrawalId: id, state: transactionState },
  ),
  'payments.withdrawal_settled': event(
    { about: 'pesos went out: the bank paid', keepDays: COMPLIANCE_DAYS, readers: ['blockchain.burn', 'monitoring', 'notifications.tell'] },
    { accountId, withdrawalId: id, amount, account: z.string() },
  ),
  'payments.withdrawal_returned': event(
    {
      about: 'the money of a withdrawal is back in the account',
      keepDays: COMPLIANCE_DAYS,
      readers: ['monitoring', 'notifications.tell', 'risk'],
    },
    { accountId, withdrawalId: id, amount, account: z.string(), reason: z.string() },
  ),
  'payments.withdrawal_reversed': event(
    {
      about: 'the bank sent back what it had paid: after `…withdrawal_settled`, pesos that had gone out came in again',
      keepDays: COMPLIANCE_DAYS,
      readers: ['blockchain.mint'],
    },
    { accountId, withdrawalId: id, amount },
  ),
  'payments.payout_booked': event(
    {
      about: 'two officers booked a payout that no book had: its pesos have left. `payoutRef` is its reference, or its anomaly',
      keepDays: COMPLIANCE_DAYS,
      readers: ['blockchain.burn'],
    },
    { payoutRef: id, amount },
  ),
  'payments.payout_sent_back': event(
    {
      about: 'the bank sent back a payout after `…payout_booked`, and two officers ended it: its pesos came in again',
      keepDays: COMPLIANCE_DAYS,
      readers: ['blockchain.mint'],
    },
    { payoutRef: id, amount },
  ),
  'payments.payout_charged': event(
    {
      about: 'two officers charged a customer for a payout that no book had',
      keepDays: COMPLIANCE_DAYS,
      readers: ['notifications.tell'],
    },
    { accountId, anomalyId: id, amount },
  ),
  'payments.account_changed': event(
    {
      about: 'a bank account; withdrawals to it wait until `heldUntil`, which is null when it is deleted',
      keepDays: COMPLIANCE_DAYS,
      readers: ['identity.tell', 'monitoring'],
    },
    {
      accountId,
      bankAccountId: id,
      change: z.enum(['added', 'edited', 'deleted']),
      account: z.string(),
      heldUntil: z.string().nullable(),
    },
  ),
  'blockchain.operation_updated': event(
    {
      about: 'an operation of the platform’s wallets changed its state; `ref` is the business record it belongs to',
      keepDays: DAYS,
      readers: ['crypto', 'trading', 'treasury'],
    },
    { operationId: id, kind: z.enum(OPERATION_KINDS), ref: z.string(), state: z.enum(OPERATION_STATES) },
  ),
  'reconciliation.difference_opened': event(
    { about: 'the books differ: `check` found `actual` where `expected` should be', keepDays: COMPLIANCE_DAYS, readers: [] },
    { differenceId: id, check: z.enum(CHECKS), asset: z.enum(ASSET_CODES), freezes: z.boolean(), expected: amount, actual: amount },
  ),
  'reconciliation.ledger_head_signed': event(
    {
      about: 'once an hour: how far the ledger is, to be published where its owner cannot change it',
      keepDays: COMPLIANCE_DAYS,
      readers: ['blockchain.publish'],
    },
    { seq: z.string(), hash: z.string(), signedAt: z.iso.datetime(), publicKey: z.string(), signature: z.string() },
  ),
  'crypto.deposit_updated': event(
    { about: 'a token deposit was seen, or got another state', keepDays: DAYS, readers: ['conversations'] },
    { accountId, depositId: id, state: z.enum(CRYPTO_DEPOSIT_STATES) },
  ),
  'crypto.deposit_credited': event(
    { about: 'tokens came in: the ledger was credited', keepDays: COMPLIANCE_DAYS, readers: ['monitoring', 'notifications.tell', 'risk'] },
    { accountId, depositId: id, asset: z.enum(ASSET_CODES), amount },
  ),
  'crypto.withdrawal_requested': event(
    {
      about: 'tokens are held for a withdrawal; `address` is the saved address as its owner knows it',
      keepDays: COMPLIANCE_DAYS,
      readers: ['identity.tell', 'monitoring', 'risk'],
    },
    { accountId, withdrawalId: id, asset: z.enum(ASSET_CODES), amount, address: z.string() },
  ),
  'crypto.withdrawal_sent_again': event(
    {
      about: 'two officers send what did not arrive again, as another withdrawal',
      keepDays: COMPLIANCE_DAYS,
      readers: ['notifications.tell'],
    },
    { accountId, withdrawalId: id, asset: z.enum(ASSET_CODES), amount, address: z.string() },
  ),
  'crypto.withdrawal_updated': event(
    { about: 'a token withdrawal got another state', keepDays: DAYS, readers: ['conversations'] },
    { accountId, withdrawalId: id, state: z.enum(CRYPTO_WITHDRAWAL_STATES) },
  ),
  'crypto.withdrawal_settled': event(
    { about: 'tokens went out: the chain has them, or another customer', keepDays: COMPLIANCE_DAYS, readers: ['notifications.tell'] },
    { accountId, withdrawalId: id, asset: z.enum(ASSET_CODES), amount, address: z.string() },
  ),
  'crypto.withdrawal_returned': event(
    {
      about: 'what was held for a token withdrawal is back in the account',
      keepDays: COMPLIANCE_DAYS,
      readers: ['notifications.tell', 'risk'],
    },
    { accountId, withdrawalId: id, asset: z.enum(ASSET_CODES), amount, address: z.string(), reason: z.string() },
  ),
  'crypto.found_settled': event(
    {
      about: 'two officers charged a customer for, or credited with, what a transaction left in suspense; by asset',
      keepDays: COMPLIANCE_DAYS,
      readers: ['notifications.tell'],
    },
    { accountId, transactionHash: z.string(), asset: z.enum(ASSET_CODES), amount, isCharged: z.boolean() },
  ),
  'crypto.address_changed': event(
    {
      about: 'a saved address; nothing is sent to it until `heldUntil`, which is null when it can be used at once or is deleted',
      keepDays: COMPLIANCE_DAYS,
      readers: ['identity.tell', 'risk'],
    },
    { accountId, addressId: id, change: z.enum(['added', 'deleted']), address: z.string(), heldUntil: z.string().nullable() },
  ),
  'trading.trade_updated': event(
    {
      about: 'a trade; `swapped` when it is settled: what was really sold and bought',
      keepDays: COMPLIANCE_DAYS,
      readers: ['monitoring', 'notifications.tell', 'risk'],
    },
    {
      accountId,
      tradeId: id,
      state: TradeState,
      swapped: z.object({ sold: assetAmount, bought: assetAmount }).optional(),
    },
  ),
  'pricing.price_updated': event({ about: 'a pair has another price', keepDays: DAYS, readers: [] }, { pair: z.enum(PAIRS) }),
}

export type EventType = keyof typeof EVENTS
export type Events = { [T in EventType]: z.output<(typeof EVENTS)[T]['payload']> }
export type OperationKind = Events['blockchain.operation_updated']['kind']
export type OperationState = Events['blockchain.operation_updated']['state']
