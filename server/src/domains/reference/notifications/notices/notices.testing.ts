/** Sample of every kind, with realistic values. A new kind without its sample does not compile. */
import type { NoticeFacts } from '@tunjo/contract/notice-text'
import type { NoticeKind, NoticeValues } from '@tunjo/contract/notices'

const when = '21 de noviembre de 2026, 9:05 a. m.'
const until = '22 de noviembre de 2026, 9:05 a. m.'
const place = 'Madrid, España'
const account = 'Nómina (••5678)'
const amount = '$\u00a050.000'
/** Reasons as other modules store them. */
const NOT_CONFIRMED =
  'Tu pago llegó y el dinero está guardado, pero no pudimos confirmar que lo hiciste tú. Lo estamos revisando: te avisaremos cuando entre a tu saldo o lo devolvamos al banco de donde salió.'
const NOT_SENT = 'No pudimos enviar el retiro al banco. Inténtalo de nuevo más tarde. El dinero ya está de nuevo en tu saldo.'

const SAMPLES: { readonly [K in NoticeKind]: NoticeValues[K] } = {
  'identity.new_sign_in': { when, place, ip: '190.24.1.7', device: 'Firefox · Windows 10 u 11' },
  'identity.location_denied': { when, until },
  'identity.password_changed': { when, place, until },
  'identity.password_reset': { when, place, until },
  'identity.email_change_asked': { newEmail: 'nueva@correo.example', when },
  'identity.email_changed': { oldEmail: 'ana@correo.example', newEmail: 'nueva@correo.example', until },
  'identity.totp_added': { when, until },
  'identity.totp_removed': { when, until },
  'identity.passkey_added': { name: 'Mi celular', when, until },
  'identity.passkey_removed': { name: 'Mi celular', when, until },
  'identity.recovery_codes_made': { when, until },
  'identity.session_copied': { when },
  'identity.approval_worn_out': { when, operation: 'Retirar dinero' },
  'identity.recovery_code_used': { left: '7', when },
  'identity.factor_removal_asked': { when, place, due: until },
  'identity.factor_removal_near': { due: until },
  'identity.factor_removal_cancelled': { when },
  'identity.factors_removed': { when, until },
  'identity.account_frozen': { when },
  'identity.account_protected': { when },
  'identity.account_blocked': { when },
  'identity.account_unblocked': { when },
  'identity.sessions_ended': { when },
  'identity.factors_reset': { when, until },
  'identity.account_closed': { when },
  'identity.policy_changed': { policy: 'Términos y condiciones', date: '15 de marzo de 2027', changes: 'Bajamos un costo.' },
  'kyc.documents_declined': { level: '1', description: 'La foto del respaldo está borrosa.', slots: 'back,selfie' },
  'kyc.level_lowered': { level: '1' },
  'kyc.level_verified': { level: '2' },
  'kyc.renewal_requested': { subjects: 'natural-1,survey', until: '10 de diciembre de 2026' },
  'kyc.renewal_accepted': { level: '1' },
  'risk.level_changed': { before: 'low', after: 'medium', why: 'assessed' },
  'risk.levels_changed': { raised: '12', lowered: '3' },
  'risk.paused': {},
  'risk.resumed': {},
  'conversations.answered': {},
  'conversations.appeal_answered': {},
  'conversations.opened': {},
  'privacy.request_moved': { number: 'HD-7GK2Q9TX', step: 'extended', day: '15 de diciembre de 2026' },
  'payments.account_added': { account, until },
  'payments.account_changed': { account, until },
  'payments.account_deleted': { account },
  'payments.deposit_credited': { amount },
  'payments.deposit_held': { amount },
  'payments.payment_held': { amount, reason: NOT_CONFIRMED },
  'payments.transfer_held': {
    amount,
    reason: 'Devolvemos esta transferencia a la cuenta bancaria de donde salió. Puede tardar hasta tres días hábiles.',
  },
  'payments.deposit_taken_back': { amount },
  'payments.withdrawal_requested': { amount, account },
  'payments.withdrawal_in_review': { amount, account },
  'payments.withdrawal_settled': { amount, account },
  'payments.withdrawal_returned': { amount, account, reason: NOT_SENT },
  'approvals.waiting': { request: 'kyc.level' },
  'approvals.decided': { request: 'kyc.level', outcome: 'refused' },
  'approvals.review_due': { request: 'kyc.level', due: until },
  'compliance.review_assigned': { officer: 'lider@tunjo.example', due: '21 de noviembre de 2026, 1:30 p. m.' },
  'deadlines.work_due': { near: 'alert:1', overdue: 'hit:2 review:1' },
  'approvals.review_overdue': { request: 'kyc.level', due: until },
  'approvals.not_justified': { request: 'kyc.level', reversal: 'proposed' },
  'reconciliation.difference': { check: 'chain.hot', asset: 'BTC', subject: 'payout_after_return 1', difference: '-0.5' },
  'treasury.hot_wallet': { side: 'above', hot: '27 BTC', target: '20 BTC' },
  'treasury.movement': { movement: 'sweep', amount: '5 BTC', outcome: 'done' },
  'crypto.deposit_credited': { amount: '25 USDT' },
  'crypto.withdrawal_requested': { amount: '25 USDT', address: 'Mi Ledger (0x12ab…90ef)' },
  'crypto.withdrawal_sent_again': { amount: '25 USDT', address: 'Mi Ledger (0x12ab…90ef)' },
  'crypto.withdrawal_settled': { amount: '25 USDT', address: 'Mi Ledger (0x12ab…90ef)' },
  'crypto.withdrawal_returned': {
    amount: '25 USDT',
    address: 'Mi Ledger (0x12ab…90ef)',
    reason: 'Cancelaste el retiro: volvió completo a tu saldo.',
  },
  'payments.payout_charged': { amount },
  'crypto.found_charged': { amount: '25 USDT', transaction: '0x7777…777777' },
  'crypto.found_credited': { amount: '25 USDT', transaction: '0x7777…777777' },
  'crypto.address_added': { address: 'Mi Ledger (0x12ab…90ef)', until: '23 de noviembre de 2026, 1:30 p. m.' },
  'crypto.address_deleted': { address: 'Mi Ledger (0x12ab…90ef)' },
  'trading.trade_done': { sold: amount, bought: '12,5\u00a0USDT' },
}

export const EVERY_NOTICE = Object.entries(SAMPLES).map(([kind, values]) => ({ kind, values }) as NoticeFacts)
