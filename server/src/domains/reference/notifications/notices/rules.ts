/** Decisions about notices on plain values. */

import { copFigure, formatFigure } from '@tunjo/contract/amount-text'
import { ASSETS, type AssetCode } from '@tunjo/contract/money'
import type { NoticeKind } from '@tunjo/contract/notices'
import type { NoticeRequest } from '../types.ts'

/** Longer than any name, address or reason of the product: typed text does not fill a page. */
const VALUE_LENGTH_MAX = 400
/** Path of the product: not `//host`, which browsers read as another site. */
const OWN_PATH = /^\/(?![/\\])[^\s\\]*$/

/** Names of passkeys and devices are external text: one line each, in the bell and in the mail (R31). */
export function tidyValues<V extends object>(values: V): V {
  const tidied = Object.entries(values).map(([name, value]) => [name, oneLine(String(value))])
  return Object.fromEntries(tidied) as V
}

const oneLine = (text: string): string => [...text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()].slice(0, VALUE_LENGTH_MAX).join('')

/** Links are made from the product's own address, never from a request: anything else is a bug of the caller (R31). */
export function checkLinks({ url, freezeUrl, appealUrl }: Pick<NoticeRequest, 'url' | 'freezeUrl' | 'appealUrl'>, publicUrl: string): void {
  if (url !== undefined && !OWN_PATH.test(url)) throw new Error('the url of a notice must be a path of the product')
  for (const link of [freezeUrl, appealUrl])
    if (link !== undefined && !link.startsWith(`${publicUrl}/`))
      throw new Error('the link of a notice must be at the address of the product')
}

const SHUT_OUT: ReadonlySet<NoticeKind> = new Set([
  'identity.account_frozen',
  'identity.account_protected',
  'identity.account_blocked',
  'identity.account_closed',
])

/** Notices of a held operation: the page shows until when it waits, and lets the customer answer. */
const HELD: ReadonlySet<NoticeKind> = new Set([
  'risk.paused',
  'payments.deposit_held',
  'payments.payment_held',
  'payments.transfer_held',
  'payments.withdrawal_in_review',
  'conversations.answered',
  'conversations.appeal_answered',
  'conversations.opened',
])

/** Page with more details of a kind. Blocked customers get no page. */
export function pageOf(kind: NoticeKind): string | null {
  if (SHUT_OUT.has(kind)) return null
  if (kind === 'identity.new_sign_in' || kind === 'identity.location_denied') return '/application/login-report'
  if (kind.startsWith('approvals.')) return '/application/administrative/approvals'
  if (kind.startsWith('treasury.')) return '/application/administrative/financial/wallet'
  if (kind.startsWith('risk.level') || kind.startsWith('deadlines.')) return '/application/administrative/verification/'
  if (kind.startsWith('reconciliation.')) return '/application/administrative/financial/balance'
  if (HELD.has(kind)) return '/application/messages'
  if (kind === 'trading.trade_done') return '/application/trade'
  if (kind.startsWith('payments.account_') || kind.startsWith('crypto.address_')) return '/application/cuentas'
  return kind.startsWith('payments.') || kind.startsWith('crypto.') ? '/application/record' : '/application/configuration'
}

/** `$ 50.000` and `0,0015 BTC`: as a Bogotá customer reads them, in both languages. */
export function amountText(asset: AssetCode, baseUnits: string): string {
  const amount = BigInt(baseUnits)
  return asset === 'COP' ? `$\u00a0${copFigure(amount)}` : `${formatFigure(amount, ASSETS[asset].scale)}\u00a0${asset}`
}
