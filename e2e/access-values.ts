/**
 * Which object of a person each call names, and where. A call with a path parameter, or with an id in its query or body, that is not here
 * fails the access matrix.
 */
import type { StaffRole } from '@tunjo/contract/permissions'
import type { Objects } from './owner-objects.ts'

export interface Values {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
  readonly body?: unknown
}

const BANK_ACCOUNT = { account: '7300998877', accountType: 9, bank: 1, alias: 'Otra' }
const SAVED_ADDRESS = { address: '0x1111111111111111111111111111111111111112', alias: 'Otra', network: 1 }
const REASON = 'Documentos en orden.'
const level2 = { isColombian: true, homeAddress: 'Calle 1', cityID: 1, occupationID: 11, economicActivityID: 29, sourceOfFunds: true }
const linkToken = () => ({ query: { id: 'x'.repeat(43) } })
const tokenInBody = () => ({ body: { token: 'x'.repeat(43) } })
const staged = ({ formFile }: Objects): Values => ({ body: { staged: [formFile] } })
const ofUpload = ({ upload }: Objects): Values => ({ params: { id: upload } })
const ofForm = ({ form }: Objects): Values => ({ params: { form }, body: { fields: {}, revision: 0 } })
const ofUser = ({ account }: Objects): Values => ({ query: { userId: account } })
const ofAlert = ({ account }: Objects): Values => ({ query: { userId: account, alertId: '1' } })
const toAlert =
  (alertId: number, alertTypeId?: number) =>
  ({ account }: Objects): Values => ({ body: { alertId, alertTypeId, userId: account, message: REASON } })
const ofApproval = ({ approval }: Objects): Values => ({ params: { id: approval }, body: { note: REASON } })

/** Which staff roles may make each officer's call: a call that is not here fails the access matrix, and so does a role too many or too few. */
export const STAFF_ACCESS: Readonly<Record<string, readonly StaffRole[]>> = {
  'GET /kyc/administrative/users/user-documents': ['analyst', 'compliance_officer', 'auditor'],
  'GET /kyc/administrative/users/information': ['analyst', 'compliance_officer', 'auditor'],
  'GET /kyc/administrative/users/stepsToFollow': ['analyst', 'compliance_officer', 'auditor'],
  'GET /kyc/administrative/users/more-information': ['analyst', 'compliance_officer', 'auditor'],
  'GET /kyc/administrative/natural/financial-information': ['analyst', 'compliance_officer', 'auditor'],
  'GET /kyc/administrative/users/user-documents/tusdatos': ['analyst', 'compliance_officer', 'auditor'],
  'GET /kyc/administrative/users/review': ['analyst', 'compliance_officer', 'auditor'],
  'GET /kyc/administrative/users/kyc-level': ['analyst', 'compliance_officer', 'auditor'],
  'GET /kyc/administrative/users/alerts-status': ['analyst', 'compliance_officer', 'auditor'],
  'GET /kyc/administrative/alerts/open': ['analyst', 'compliance_officer', 'auditor'],
  'GET /kyc/administrative/alerts/user': ['analyst', 'compliance_officer', 'auditor'],
  'GET /kyc/administrative/alerts/user/csv': ['compliance_officer'],
  'POST /kyc/administrative/alerts/information': ['analyst', 'compliance_officer', 'auditor'],
  'POST /kyc/administrative/alerts/activate': ['analyst', 'compliance_officer'],
  'POST /kyc/administrative/alerts/deactivate': ['analyst', 'compliance_officer'],
  'POST /kyc/administrative/alerts/type/activate': ['analyst', 'compliance_officer'],
  'POST /kyc/administrative/alerts/type/deactivate': ['analyst', 'compliance_officer'],
  'GET /kyc/administrative/kyc-summary': ['analyst', 'compliance_officer', 'auditor'],
  'POST /kyc/administrative/users/information': ['analyst', 'compliance_officer', 'auditor'],
  'GET /payment/accounts/administrative/user': ['analyst', 'compliance_officer', 'treasury', 'auditor'],
  'POST /kyc/administrative/users/information/csv': ['compliance_officer'],
  'GET /payment/volumes/administrative/user/deposit/volume': ['analyst', 'compliance_officer', 'treasury', 'auditor'],
  'GET /payment/volumes/administrative/user/withdrawal/volume': ['analyst', 'compliance_officer', 'treasury', 'auditor'],
  'POST /kyc/administrative/users/review/take': ['analyst', 'compliance_officer'],
  'POST /kyc/administrative/users/review/release': ['analyst', 'compliance_officer'],
  'POST /kyc/administrative/users/review/next': ['analyst', 'compliance_officer'],
  'POST /kyc/administrative/user-documents/accept': ['analyst', 'compliance_officer'],
  'POST /kyc/administrative/user-documents/decline': ['analyst', 'compliance_officer'],
  'PUT /kyc/administrative/users/kyc-level': ['compliance_officer'],
  'POST /kyc/administrative/users/set-risk-level': ['compliance_officer'],
  'POST /kyc/administrative/users/natural/flag-peps': ['compliance_officer'],
  'POST /kyc/administrative/users/natural/clear-peps': ['compliance_officer'],
  'GET /kyc/administrative/users/flag-list': ['compliance_officer'],
  'POST /kyc/administrative/users/flag-list': ['compliance_officer'],
  'POST /kyc/administrative/users/clear-list': ['compliance_officer'],
  'POST /kyc/administrative/users/allow-transactions': ['compliance_officer'],
  'GET /kyc/administrative/users/risk': ['analyst', 'compliance_officer', 'auditor'],
  'GET /payment/administrative/deposits/in-review': ['analyst', 'compliance_officer', 'treasury', 'auditor'],
  'POST /payment/administrative/deposits/:id/decide': ['compliance_officer', 'treasury'],
  'POST /payment/administrative/withdrawals/decide': ['compliance_officer', 'treasury'],
  'GET /reconciliation/administrative/state': ['compliance_officer', 'treasury', 'auditor'],
  'GET /reconciliation/administrative/differences': ['compliance_officer', 'treasury', 'auditor'],
  'POST /reconciliation/administrative/differences/:id/end': ['compliance_officer', 'treasury'],
  'POST /reconciliation/administrative/freezes/:asset/lift': ['compliance_officer', 'treasury'],
  'GET /api/administrative/users': ['analyst', 'compliance_officer', 'support', 'auditor', 'administrator'],
  'GET /api/administrative/users/csv': ['compliance_officer'],
  'GET /api/administrative/sign-ins': ['analyst', 'compliance_officer', 'support', 'auditor', 'administrator'],
  'GET /api/administrative/sign-ins/csv': ['compliance_officer'],
  'GET /api/administrative/approvals': ['analyst', 'compliance_officer', 'treasury', 'auditor', 'administrator'],
  'GET /api/administrative/approvals/:id': ['analyst', 'compliance_officer', 'treasury', 'auditor', 'administrator'],
  'POST /api/administrative/approvals/:id/approve': ['compliance_officer', 'treasury', 'administrator'],
  'POST /api/administrative/approvals/:id/refuse': ['compliance_officer', 'treasury', 'administrator'],
  'POST /api/administrative/approvals/:id/withdraw': ['compliance_officer', 'treasury', 'administrator'],
  'POST /api/administrative/approvals/:id/break-glass': ['compliance_officer'],
  'POST /api/administrative/approvals/:id/review': ['compliance_officer', 'treasury', 'administrator'],
  'PUT /api/administrative/staff/:id/roles': ['administrator'],
  'GET /api/administrative/legal-holds': ['compliance_officer'],
  'POST /api/administrative/legal-holds': ['compliance_officer'],
  'POST /api/administrative/legal-holds/:id/lift': ['compliance_officer'],
  'GET /api/administrative/contact/tickets': ['compliance_officer', 'support'],
  'PUT /api/administrative/contact/tickets/:number/state': ['compliance_officer', 'support'],
}

export const VALUES: Readonly<Record<string, (of: Objects) => Values>> = {
  'PUT /payment/accounts/:id': ({ bankAccount }) => ({ params: { id: bankAccount }, body: BANK_ACCOUNT }),
  'DELETE /payment/accounts/:id': ({ bankAccount }) => ({ params: { id: bankAccount } }),
  'POST /payment/accounts': () => ({ body: BANK_ACCOUNT }),
  'POST /payment/deposit': ({ bankAccount }) => ({ body: { accountID: bankAccount, amount: '20000' } }),
  'POST /payment/withdraw': ({ bankAccount }) => ({ body: { account: bankAccount, amount: '10000' } }),
  'POST /payment/withdraw/:id/cancel': ({ withdrawal }) => ({ params: { id: withdrawal } }),
  'GET /payment/transactions/user/:id': ({ deposit }) => ({ params: { id: deposit } }),

  'GET /blockchain/explorer/tx/:hash': ({ transactionHash }) => ({ params: { hash: transactionHash } }),
  'GET /blockchain/users/:userId/deposit/ERC20': ({ account }) => ({ params: { userId: account } }),
  'GET /blockchain/users/:userId/transactions/all': ({ account }) => ({ params: { userId: account } }),
  'GET /blockchain/users/:userId/transactions/deposits': ({ account }) => ({ params: { userId: account } }),
  'GET /blockchain/users/:userId/whitelist': ({ account }) => ({ params: { userId: account } }),
  'POST /blockchain/users/:userId/whitelist': ({ account }) => ({ params: { userId: account }, body: SAVED_ADDRESS }),
  'DELETE /blockchain/users/:userId/whitelist/:id': ({ account, savedAddress }) => ({ params: { userId: account, id: savedAddress } }),
  'GET /blockchain/trades': ({ trade }) => ({ query: { before: trade } }),
  'GET /blockchain/trades/:id': ({ trade }) => ({ params: { id: trade } }),
  'POST /blockchain/trade': () => ({ body: { tradeType: 'input', tokenIn: 0, tokenOut: 31, amountIn: '10000', quoteId: 'x' } }),
  'GET /blockchain/quote': () => ({ query: { inputToken: '0', outputToken: '31', amount: '10000', tradeType: 'input' } }),

  'DELETE /api/sessions/:id': ({ session }) => ({ params: { id: session } }),
  'DELETE /api/devices/:id': ({ device }) => ({ params: { id: device } }),
  'POST /api/factors/passkeys': ({ passkeyChallenge }) => ({ body: { challengeId: passkeyChallenge, passkey: {}, name: 'Mía' } }),
  'PUT /api/factors/passkeys/:id': ({ passkey }) => ({ params: { id: passkey }, body: { name: 'Mía' } }),
  'DELETE /api/factors/passkeys/:id': ({ passkey }) => ({ params: { id: passkey } }),
  'POST /api/step-up': ({ bankAccount }) => ({
    body: { call: 'PUT /payment/accounts/:id', params: { id: bankAccount }, body: BANK_ACCOUNT },
  }),
  'POST /api/step-up/:id/verify': ({ stepUp }) => ({ params: { id: stepUp }, body: { method: 'recovery', code: 'AAAA-AAAA' } }),
  'POST /api/step-up/:id/resend': ({ stepUp }) => ({ params: { id: stepUp } }),
  'POST /api/notices/read': ({ notice }) => ({ body: { ids: [notice] } }),

  'GET /kyc/users/drafts/:form': ofForm,
  'PUT /kyc/users/drafts/:form': ofForm,
  'POST /kyc/users/drafts/:form/evidence': ({ form }) => ({ params: { form }, body: { source: 'mrz', read: {} } }),
  'POST /kyc/users/drafts/:form/files/:file': ({ form }) => ({ params: { form, file: 'documents' } }),
  'DELETE /kyc/users/drafts/:form/files/:file': ({ form, formFile }) => ({ params: { form, file: formFile } }),
  'POST /kyc/users/drafts/:form/uploads': ({ form }) => ({
    params: { form },
    body: { slot: 'documents', name: 'renta.pdf', bytes: 1_000_000, fingerprint: 'a'.repeat(64) },
  }),
  'GET /kyc/users/uploads/:id': ofUpload,
  'PUT /kyc/users/uploads/:id': ({ upload }) => ({ params: { id: upload }, query: { offset: '0' } }),
  'POST /kyc/users/uploads/:id/finish': ofUpload,
  'DELETE /kyc/users/uploads/:id': ofUpload,
  'GET /kyc/users/files/:id/link': ({ formFile }) => ({ params: { id: formFile } }),
  'POST /kyc/users/natural/level-1/save-documents': staged,
  'POST /kyc/users/natural/level-2/save-documents': staged,
  'POST /kyc/users/natural/level-3/save-documents': staged,
  'POST /kyc/users/legal/level-1/save-documents': staged,
  'POST /kyc/users/legal/level-2/save-documents': staged,
  'POST /kyc/users/natural/level-2/save-fields': () => ({ body: { ...level2, descriptionEconomicActivity: 'Panadería' } }),
  // The link was signed for its viewer: whoever knows the ids has no signature.
  'GET /files/:id': ({ file, fileViewer, fileSession }) => ({
    params: { id: file },
    query: { viewer: fileViewer, session: fileSession, expires: String(Date.now() + 30_000), signature: 'A'.repeat(43) },
  }),

  'POST /reconciliation/administrative/differences/:id/end': ({ approval }) => ({
    params: { id: approval },
    body: { outcome: 'closed', reason: REASON },
  }),
  'POST /reconciliation/administrative/freezes/:asset/lift': () => ({ params: { asset: 'COP' }, body: { reason: REASON } }),
  'GET /kyc/administrative/users/user-documents': ofUser,
  'GET /kyc/administrative/users/information': ofUser,
  'GET /kyc/administrative/users/stepsToFollow': ofUser,
  'GET /kyc/administrative/users/more-information': ofUser,
  'GET /kyc/administrative/natural/financial-information': ofUser,
  'GET /kyc/administrative/users/user-documents/tusdatos': ofUser,
  'GET /kyc/administrative/users/review': ofUser,
  'GET /kyc/administrative/users/kyc-level': ofUser,
  'GET /payment/accounts/administrative/user': ofUser,
  'GET /payment/volumes/administrative/user/deposit/volume': ofUser,
  'GET /payment/volumes/administrative/user/withdrawal/volume': ofUser,
  'POST /kyc/administrative/users/information': ({ account }) => ({ body: { idUser: account } }),
  'POST /kyc/administrative/users/set-risk-level': ({ account }) => ({ body: { userId: account, riskLevel: 'low', reason: REASON } }),
  'POST /kyc/administrative/users/natural/flag-peps': ({ account }) => ({ body: { id: account, reason: REASON } }),
  'POST /kyc/administrative/users/natural/clear-peps': ({ account }) => ({ body: { id: account, reason: REASON } }),
  'GET /kyc/administrative/users/flag-list': ofUser,
  'POST /kyc/administrative/users/flag-list': ({ account }) => ({ body: { userId: account, reason: REASON } }),
  'POST /kyc/administrative/users/clear-list': ({ account }) => ({ body: { userId: account, reason: REASON } }),
  'POST /kyc/administrative/users/allow-transactions': ({ account }) => ({ body: { userId: account, allow: true, reason: REASON } }),
  'GET /kyc/administrative/users/risk': ofUser,
  'GET /kyc/administrative/users/alerts-status': ofUser,
  'GET /kyc/administrative/alerts/open': ofUser,
  'GET /kyc/administrative/alerts/user': ofAlert,
  'GET /kyc/administrative/alerts/user/csv': ofAlert,
  'POST /kyc/administrative/alerts/information': () => ({ body: { filters: Array.from({ length: 18 }, () => '0') } }),
  'POST /kyc/administrative/alerts/activate': toAlert(1),
  'POST /kyc/administrative/alerts/deactivate': toAlert(1),
  'POST /kyc/administrative/alerts/type/activate': toAlert(7, 700),
  'POST /kyc/administrative/alerts/type/deactivate': toAlert(7, 700),
  'POST /kyc/administrative/users/information/csv': ({ account }) => ({ body: { idUser: account } }),
  'POST /kyc/administrative/users/review/take': ({ account }) => ({ body: { userId: account } }),
  'POST /kyc/administrative/users/review/release': ({ account }) => ({ body: { userId: account } }),
  'POST /kyc/administrative/users/review/next': ({ account }) => ({ body: { after: account } }),
  'POST /kyc/administrative/user-documents/accept': ({ formFile }) => ({ body: { idUserDocument: [formFile] } }),
  'POST /kyc/administrative/user-documents/decline': ({ formFile }) => ({ body: { idUserDocument: [formFile], description: REASON } }),
  'PUT /kyc/administrative/users/kyc-level': ({ account }) => ({ body: { userId: account, newKYCLevel: 2, reason: REASON } }),
  'PUT /api/administrative/contact/tickets/:number/state': ({ ticket }) => ({ params: { number: ticket }, body: { state: 'answered' } }),
  'POST /payment/administrative/deposits/:id/decide': ({ deposit }) => ({
    params: { id: deposit },
    body: { decision: 'credit', reason: REASON },
  }),
  'POST /payment/administrative/withdrawals/decide': ({ withdrawal }) => ({
    body: { withdrawalIds: [withdrawal], decision: 'reject', reason: REASON },
  }),
  'GET /api/administrative/approvals/:id': ofApproval,
  'POST /api/administrative/approvals/:id/approve': ofApproval,
  'POST /api/administrative/approvals/:id/refuse': ofApproval,
  'POST /api/administrative/approvals/:id/withdraw': ofApproval,
  'POST /api/administrative/approvals/:id/break-glass': ofApproval,
  'POST /api/administrative/approvals/:id/review': ({ approval }) => ({
    params: { id: approval },
    body: { note: REASON, verdict: 'justified' },
  }),
  'PUT /api/administrative/staff/:id/roles': ({ account }) => ({ params: { id: account }, body: { roles: ['analyst'], reason: REASON } }),
  'GET /api/administrative/legal-holds': ({ account }) => ({ query: { accountId: account } }),
  'POST /api/administrative/legal-holds': ({ account }) => ({ body: { accountId: account, reason: REASON } }),
  'POST /api/administrative/legal-holds/:id/lift': ({ account }) => ({ params: { id: account }, body: { reason: REASON } }),
  'POST /api/account/consents': () => ({ body: { accepted: [] } }),
  'GET /api/administrative/sign-ins': ({ account }) => ({ query: { userId: account } }),
  'GET /api/administrative/sign-ins/csv': ({ account }) => ({ query: { userId: account } }),

  'GET /api/parameters/codes-admon/': () => ({ query: { id: '2' } }),
  'GET /api/parameters/department/cities': () => ({ query: { id: '1' } }),
  'GET /pricing/price/:pair': () => ({ params: { pair: 'BTCUSDT' } }),
  'GET /pricing/candles/:pair': () => ({ params: { pair: 'BTCUSDT' } }),
  'GET /api/policies/:slug': () => ({ params: { slug: 'data-policy' } }),
  'GET /api/policies/:slug/changes': () => ({ params: { slug: 'data-policy' }, query: { from: '2026-01', to: '2026-01' } }),
  'GET /api/policies/:slug/pdf': () => ({ params: { slug: 'data-policy' } }),
  'GET /api/non-suspicious-ip': linkToken,
  'POST /api/non-suspicious-ip': () => ({ body: { id: 'x'.repeat(43) } }),
  'GET /api/suspicious-ip': linkToken,
  'POST /api/suspicious-ip': () => ({ body: { id: 'x'.repeat(43) } }),
  'POST /api/contact/ticket': tokenInBody,
  'POST /api/activate': () => ({ body: { token: 'x'.repeat(43), password: 'una-clave-nueva-9' } }),
  'POST /api/activate/new-password': () => ({
    body: { token: 'x'.repeat(43), email: 'nadie@correo.example', password: 'una-clave-nueva-9', termsAccepted: true },
  }),
  'POST /api/links/check': () => ({ body: { token: 'x'.repeat(43), purpose: 'password_reset' } }),
  'POST /api/password/reset': () => ({ body: { token: 'x'.repeat(43), password: 'una-clave-nueva-9' } }),
  'POST /api/email-change/confirm': tokenInBody,
  'POST /api/freeze': tokenInBody,
  'POST /api/lost-factor': () => ({ body: { challenge: 'x'.repeat(43) } }),
  'POST /api/lost-factor/confirm': tokenInBody,
  'POST /api/sign-in/second-factor': () => ({ body: { challenge: 'x'.repeat(43), method: 'totp', code: '000000' } }),
  'POST /api/sign-in/passkey': ({ passkeyChallenge }) => ({ body: { challengeId: passkeyChallenge, passkey: {} } }),
}
