/** Real objects of one customer, so that every other account is tested for access to them (R21). */
import { randomBytes, randomUUID } from 'node:crypto'
import { SoftwarePasskey } from '../server/src/domains/customers/identity/factors/software-passkey.testing.ts'
import { plainDocument } from '../server/src/platform/uploads/samples.testing.ts'
import { registerPasskey } from './access-helpers.ts'
import { paidDeposit } from './pay-in.ts'
import { CUSTOMER, OFFICER, post, signIn, stepUpGrant } from './sign-in.ts'
import { until } from './until.ts'
import { decide } from './verified-person.ts'

export interface Objects {
  readonly account: string
  readonly bankAccount: string
  readonly deposit: string
  readonly withdrawal: string
  readonly trade: string
  readonly transactionHash: string
  readonly savedAddress: string
  readonly tokenWithdrawal: string
  readonly session: string
  readonly device: string
  readonly notice: string
  /** Conversation about the withdrawal, which an officer reads. */
  readonly conversation: string
  readonly dataRequest: string
  readonly passkey: string
  readonly passkeyChallenge: string
  readonly stepUp: string
  /** Document of the next level, not sent yet. */
  readonly form: string
  readonly formFile: string
  /** File of which nothing has arrived yet. */
  readonly upload: string
  readonly file: string
  readonly fileViewer: string
  readonly fileSession: string
  /** Lower level that an officer proposed and no second one approves. */
  readonly approval: string
  /** Background check at the provider, completed. */
  readonly backgroundCheck: string
  /** Backtest of the e-mail rule, with events of the customer. */
  readonly backtest: string
  /** Draft about the customer, never disclosed to them. */
  readonly ros: string
  /** UIAF file of a month before there were customers. */
  readonly uiafFile: string
  readonly uiafClientFile: string
  readonly uiafCarfFile: string
  /** Number of a support ticket, for officers. */
  readonly ticket: string
}
/** Values of the demo customer's dossier and of the objects here: no answer to another account may contain them. */
export const SECRETS = [
  CUSTOMER.email,
  'Ana María Rojas',
  'Rojas Pérez',
  '1099888777',
  '3001234567',
  '7300112233',
  'Caja de la abuela',
  'Caja fría',
]
const ACCOUNT = { account: '7300112233', accountType: 9, bank: 1, alias: 'Caja de la abuela' }
const SAVED_ADDRESS = { address: '0x5a3db9a5ccba6a7ca6bb6f7ed3b4ef84b3e9b1a1', alias: 'Caja fría de la abuela', network: 1 }
const BECOMES_SO_MS = 30_000
const CHECKS = '/api/administrative/screening/checks'
const BACKTESTS = '/api/administrative/alert-rules/EMAIL/backtests'

export function unknownObjects(objects: Objects): Objects {
  const others = Object.keys(objects).map((name) => [name, randomUUID()])
  return {
    ...Object.fromEntries(others),
    form: objects.form,
    transactionHash: `0x${randomBytes(32).toString('hex')}`,
    ticket: 'TJ-00000000',
  }
}

export async function ownerObjects(url: string, token: string): Promise<Objects> {
  const get = async <T>(path: string): Promise<T> => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${token}` } })
    if (!response.ok) throw new Error(`${path} answered ${response.status}: ${await response.text()}`)
    return (await response.json()) as T
  }
  const granted = async <T extends object>(path: string, body: object): Promise<T> => {
    const grant = await stepUpGrant(url, token, `POST ${path}`, { body }, CUSTOMER.email)
    return post<T>(url, path, body, token, { 'step-up-grant': grant })
  }

  const account = await get<{ id: string }>('/api/account')
  const savedAddress = await saveAddress(url, token, account.id)
  const bankAccount = await granted<{ id: string }>('/payment/accounts', ACCOUNT)
  const payroll = (await get<{ id: string; alias: string }[]>('/payment/accounts/user/')).find(({ alias }) => alias === 'Nómina')
  const deposit = await paidDeposit(url, token, bankAccount.id, '60000')
  const withdrawal = await granted<{ transactionId: string }>('/payment/withdraw', { account: payroll?.id, amount: '20000' })
  const transfer = { amount: '10000', recipient: SAVED_ADDRESS.address }
  const tokenWithdrawal = await granted<{ id: string }>('/blockchain/transfer/COPT', transfer)
  const trade = await post<{ id: string }>(
    url,
    '/blockchain/trade',
    { tradeType: 'input', tokenIn: 0, tokenOut: 31, amountIn: '20000' },
    token,
  )
  const transactionHash = await until(
    'the trade is sent',
    BECOMES_SO_MS,
    async () => (await get<Hashed>(`/blockchain/trades/${trade.id}`)).transaction_hash ?? undefined,
  )
  const conversation = await until('the withdrawal that is held has a conversation', BECOMES_SO_MS, async () => {
    const { results } = await get<{ results: { id: string; topic: string }[] }>('/api/conversations')
    return results.find(({ topic }) => topic === 'withdrawal')?.id
  })
  const dataRequest = await filedRequest(url, token)
  const notices = await get<{ results: { id: string }[] }>('/api/notices')

  const session = (await get<{ id: string; current: boolean }[]>('/api/sessions')).find(({ current }) => current)
  const [device] = await get<{ id: string }[]>('/api/devices')

  const file = new FormData()
  file.append('file', new Blob([new Uint8Array(await plainDocument(1))]), 'renta.pdf')
  const formFile = (await (
    await fetch(`${url}/kyc/users/drafts/natural-3/files/documents`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: file,
    })
  ).json()) as { id: string }
  const upload = await post<{ id: string }>(
    url,
    '/kyc/users/drafts/natural-3/uploads',
    { slot: 'documents', name: 'extracto.pdf', bytes: 2_000_000, fingerprint: 'b'.repeat(64) },
    token,
  )
  const link = new URL((await get<{ url: string }>(`/kyc/users/files/${formFile.id}/link`)).url, url)

  const challenge = await granted<{ challengeId: string }>('/api/factors/passkeys/options', {})
  const authenticator = new SoftwarePasskey(new URL(url).origin)
  await registerPasskey(url, CUSTOMER.email, token, (options) => authenticator.register(options))
  const { passkeys } = await get<{ passkeys: { id: string }[] }>('/api/factors')
  const stepUp = await post<{ id: string }>(url, '/api/step-up', { call: 'POST /payment/accounts', body: ACCOUNT }, token)

  const { ticket } = await post<{ ticket: string }>(url, '/api/email/support/send', {
    sender: 'persona@correo.example',
    subject: 'Mi retiro',
    message: '¿Cuándo llega?',
  })

  const change = { userId: account.id, newKYCLevel: 1, reason: 'El documento venció ayer.' }
  const officer = await signIn(url, OFFICER)
  const backgroundCheck = await checkedBackground(url, officer, account.id)
  const numbers = { quietDays: '30', togetherHours: '72' }
  const backtest = await post<{ id: string }>(url, BACKTESTS, { mode: 'active', numbers }, officer)
  const ros = await post<{ id: string }>(url, '/api/administrative/regulatory/ros', { userId: account.id }, officer)
  const uiafFile = await post<{ id: string }>(url, '/api/administrative/regulatory/uiaf/2019-01', {}, officer)
  const uiafClientFile = await post<{ id: string }>(url, '/api/administrative/regulatory/uiaf/clients/2019-01', {}, officer)
  const uiafCarfFile = await post<{ id: string }>(url, '/api/administrative/regulatory/uiaf/carf/2019', {}, officer)
  const { approvalRequestId } = await decide(url, officer, 'PUT', '/kyc/administrative/users/kyc-level', change)

  return whole({
    account: account.id,
    bankAccount: bankAccount.id,
    deposit,
    withdrawal: withdrawal.transactionId,
    trade: trade.id,
    transactionHash,
    savedAddress,
    tokenWithdrawal: tokenWithdrawal.id,
    session: session?.id,
    device: device?.id,
    notice: notices.results[0]?.id,
    passkey: passkeys[0]?.id,
    passkeyChallenge: challenge.challengeId,
    stepUp: stepUp.id,
    form: 'natural-3',
    formFile: formFile.id,
    upload: upload.id,
    file: link.pathname.split('/').at(-1),
    fileViewer: link.searchParams.get('viewer') ?? undefined,
    fileSession: link.searchParams.get('session') ?? undefined,
    approval: approvalRequestId,
    backgroundCheck,
    backtest: backtest.id,
    ros: ros.id,
    uiafFile: uiafFile.id,
    uiafClientFile: uiafClientFile.id,
    uiafCarfFile: uiafCarfFile.id,
    ticket,
    conversation,
    dataRequest,
  })
}

async function checkedBackground(url: string, officer: string, userId: string): Promise<string> {
  const grant = await stepUpGrant(url, officer, `POST ${CHECKS}`, { body: { userId } }, OFFICER.email)
  const { check } = await post<{ check: { id: string } }>(url, CHECKS, { userId }, officer, { 'step-up-grant': grant })
  return until('the background check has a report', BECOMES_SO_MS, async () => {
    const report = await fetch(`${url}${CHECKS}/${check.id}/report`, { headers: { authorization: `Bearer ${officer}` } })
    return report.ok ? check.id : undefined
  })
}

async function filedRequest(url: string, token: string): Promise<string> {
  const form = new FormData()
  form.set('data', JSON.stringify({ requestId: randomUUID(), kind: 'correction', text: 'Mi apellido está mal escrito.' }))
  const filed = await fetch(`${url}/api/data-requests`, { method: 'POST', headers: { authorization: `Bearer ${token}` }, body: form })
  return ((await filed.json()) as { id: string }).id
}

async function saveAddress(url: string, token: string, userId: string): Promise<string> {
  const body = SAVED_ADDRESS
  const grant = await stepUpGrant(url, token, 'POST /blockchain/users/:userId/whitelist', { params: { userId }, body }, CUSTOMER.email)
  const saved = await post<{ id: string }>(url, `/blockchain/users/${userId}/whitelist`, body, token, { 'step-up-grant': grant })
  return saved.id
}

interface Hashed {
  transaction_hash: string | null
}

function whole(found: Record<keyof Objects, string | undefined>): Objects {
  const missing = Object.entries(found).filter(([, id]) => !id)
  if (missing.length > 0) throw new Error(`The owner has no ${missing.map(([name]) => name).join(', ')}.`)
  return found as Objects
}
