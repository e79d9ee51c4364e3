/** A sample of every kind, with values as people make them. A new kind without its sample does not compile. */
import type { NoticeFacts } from '@tunjo/contract/notice-text'
import type { NoticeKind, NoticeValues } from '@tunjo/contract/notices'

const when = '21 nov 2026, 9:05 a. m.'
const until = '22 nov 2026, 9:05 a. m.'
const place = 'Bogotá, Colombia'
const account = 'Nómina (••5678)'
const amount = '$\u00a050.000'

const SAMPLES: { readonly [K in NoticeKind]: NoticeValues[K] } = {
  'identity.new_sign_in': { when, place, ip: '190.24.1.7', device: 'Firefox en Windows' },
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
  'risk.paused': {},
  'risk.resumed': {},
  'conversations.answered': {},
  'conversations.opened': {},
  'privacy.request_moved': { number: 'HD-7GK2Q9TX', step: 'extended', day: '15 de diciembre de 2026' },
  'payments.account_added': { account, until },
  'payments.account_changed': { account, until },
  'payments.account_deleted': { account },
  'payments.deposit_credited': { amount },
  'payments.deposit_held': { amount },
  'payments.transfer_held': { amount, reason: 'Salió de una cuenta que no está a tu nombre.' },
  'payments.withdrawal_requested': { amount, account },
  'payments.withdrawal_in_review': { amount, account },
  'payments.withdrawal_settled': { amount, account },
  'payments.withdrawal_returned': { amount, account, reason: 'El banco dice que la cuenta está cerrada.' },
  'approvals.waiting': { request: 'kyc.level' },
  'approvals.decided': { request: 'kyc.level', outcome: 'refused' },
  'approvals.review_due': { request: 'kyc.level', due: until },
  'compliance.review_assigned': { officer: 'lider@tunjo.example', due: '21 de noviembre de 2026, 1:30 p. m.' },
  'approvals.review_overdue': { request: 'kyc.level', due: until },
  'reconciliation.difference': { check: 'chain.hot', asset: 'BTC' },
  'treasury.hot_wallet': { side: 'above', hot: '27 BTC', target: '20 BTC' },
  'treasury.movement': { movement: 'sweep', amount: '5 BTC', outcome: 'done' },
  'crypto.deposit_credited': { amount: '25 USDT' },
  'crypto.withdrawal_requested': { amount: '25 USDT', address: 'Mi Ledger (0x12ab…90ef)' },
  'crypto.withdrawal_settled': { amount: '25 USDT', address: 'Mi Ledger (0x12ab…90ef)' },
  'crypto.withdrawal_returned': { amount: '25 USDT', address: 'Mi Ledger (0x12ab…90ef)', reason: 'Cancelaste el retiro.' },
  'crypto.address_added': { address: 'Mi Ledger (0x12ab…90ef)', until: '23 de noviembre de 2026, 1:30 p. m.' },
  'crypto.address_deleted': { address: 'Mi Ledger (0x12ab…90ef)' },
  'trading.trade_done': { sold: amount, bought: '12,5\u00a0USDT' },
}

export const EVERY_NOTICE = Object.entries(SAMPLES).map(([kind, values]) => ({ kind, values }) as NoticeFacts)
