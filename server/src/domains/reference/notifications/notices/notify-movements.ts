/**
 * Notices of events of payments, crypto and trading, with a mail for those who want it. Sent once, however many times the event arrives.
 */
import { inTransaction } from '../../../../platform/database/database.ts'
import type { Platform } from '../../../../platform/module.ts'
import type { AddressBook, NoticeRequest, Notifications } from '../types.ts'
import type { OptionalNotice } from './mail-preferences.ts'
import { amountText } from './rules.ts'

/** `once` is required here: events arrive at least once. */
type Notified = Extract<NoticeRequest, { kind: OptionalNotice }> & { once: string }
interface NotifyContext extends Pick<Platform, 'db' | 'outbox'>, Pick<Notifications, 'notify'> {
  addressBook: AddressBook
}

export function notifyMovements(context: NotifyContext): void {
  const { outbox } = context
  outbox.on('payments.deposit_credited', 'notifications.tell', ({ accountId, depositId, amount }) => {
    const values = { amount: amountText('COP', amount) }
    return notifyCustomer(context, { accountId, kind: 'payments.deposit_credited', values, once: `deposit ${depositId}` })
  })
  outbox.on('payments.deposit_held', 'notifications.tell', ({ accountId, depositId, amount, reason, method }) => {
    const values = { amount: amountText('COP', amount) }
    const once = `held deposit ${depositId}`
    if (reason === undefined) return notifyCustomer(context, { accountId, kind: 'payments.deposit_held', values, once })
    return notifyCustomer(context, {
      accountId,
      kind: method === 'PSE' ? 'payments.payment_held' : 'payments.transfer_held',
      values: { ...values, reason },
      once,
    })
  })
  // Pesos that leave a balance are always notified by mail too.
  outbox.on('payments.deposit_taken_back', 'notifications.tell', async ({ accountId, depositId, amount }) => {
    const person = await context.addressBook(accountId)
    const notice = { accountId, kind: 'payments.deposit_taken_back', values: { amount: amountText('COP', amount) } } as const
    const once = `taken back ${depositId}`
    await inTransaction(context.db, (tx) => context.notify(tx, { ...notice, once, ...(person ? { mailTo: person.email } : {}) }))
  })
  outbox.on('payments.withdrawal_in_review', 'notifications.tell', ({ accountId, withdrawalId, amount, account }) => {
    const values = { amount: amountText('COP', amount), account }
    return notifyCustomer(context, { accountId, kind: 'payments.withdrawal_in_review', values, once: `review ${withdrawalId}` })
  })
  outbox.on('payments.withdrawal_settled', 'notifications.tell', ({ accountId, withdrawalId, amount, account }) => {
    const values = { amount: amountText('COP', amount), account }
    return notifyCustomer(context, { accountId, kind: 'payments.withdrawal_settled', values, once: `withdrawal ${withdrawalId}` })
  })
  outbox.on('payments.withdrawal_returned', 'notifications.tell', ({ accountId, withdrawalId, amount, account, reason }) => {
    const values = { amount: amountText('COP', amount), account, reason }
    return notifyCustomer(context, { accountId, kind: 'payments.withdrawal_returned', values, once: `return ${withdrawalId}` })
  })
  notifyOfTokens(context)
  outbox.on('trading.trade_updated', 'notifications.tell', async ({ accountId, tradeId, swapped }) => {
    if (!swapped) return
    const { sold, bought } = swapped
    const values = { sold: amountText(sold.asset, sold.amount), bought: amountText(bought.asset, bought.amount) }
    await notifyCustomer(context, { accountId, kind: 'trading.trade_done', values, once: `trade ${tradeId}` })
  })
}

function notifyOfTokens(context: NotifyContext): void {
  const { outbox } = context
  outbox.on('crypto.deposit_credited', 'notifications.tell', ({ accountId, depositId, asset, amount }) => {
    const values = { amount: amountText(asset, amount) }
    return notifyCustomer(context, { accountId, kind: 'crypto.deposit_credited', values, once: `token deposit ${depositId}` })
  })
  // Tokens that officers move in a balance are always notified by mail too.
  outbox.on('crypto.found_settled', 'notifications.tell', async ({ accountId, transactionHash, asset, amount, isCharged }) => {
    const person = await context.addressBook(accountId)
    const values = { amount: amountText(asset, amount), transaction: shortHash(transactionHash) }
    const notice = { accountId, kind: isCharged ? 'crypto.found_charged' : 'crypto.found_credited', values } as const
    const once = `found ${asset} ${transactionHash}`
    await inTransaction(context.db, (tx) => context.notify(tx, { ...notice, once, ...(person ? { mailTo: person.email } : {}) }))
  })
  outbox.on('payments.payout_charged', 'notifications.tell', async ({ accountId, anomalyId, amount }) => {
    const person = await context.addressBook(accountId)
    const notice = { accountId, kind: 'payments.payout_charged', values: { amount: amountText('COP', amount) } } as const
    const once = `payout charged ${anomalyId}`
    await inTransaction(context.db, (tx) => context.notify(tx, { ...notice, once, ...(person ? { mailTo: person.email } : {}) }))
  })
  outbox.on('crypto.withdrawal_sent_again', 'notifications.tell', ({ accountId, withdrawalId, asset, amount, address }) => {
    const values = { amount: amountText(asset, amount), address }
    const once = `token withdrawal sent again ${withdrawalId}`
    return notifyCustomer(context, { accountId, kind: 'crypto.withdrawal_sent_again', values, once })
  })
  outbox.on('crypto.withdrawal_settled', 'notifications.tell', ({ accountId, withdrawalId, asset, amount, address }) => {
    const values = { amount: amountText(asset, amount), address }
    const once = `token withdrawal ${withdrawalId}`
    return notifyCustomer(context, { accountId, kind: 'crypto.withdrawal_settled', values, once })
  })
  outbox.on('crypto.withdrawal_returned', 'notifications.tell', ({ accountId, withdrawalId, asset, amount, address, reason }) => {
    const values = { amount: amountText(asset, amount), address, reason }
    const once = `token return ${withdrawalId}`
    return notifyCustomer(context, { accountId, kind: 'crypto.withdrawal_returned', values, once })
  })
}

/** Both ends, as screens show it. */
const shortHash = (hash: string): string => `${hash.slice(0, 8)}…${hash.slice(-6)}`

async function notifyCustomer({ db, notify, addressBook }: NotifyContext, notice: Notified): Promise<void> {
  const person = await addressBook(notice.accountId)
  await inTransaction(db, (tx) => notify(tx, person ? { ...notice, optionalMailTo: person.email } : notice))
}
