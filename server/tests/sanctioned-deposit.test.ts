/** Tokens from a sanctioned address (ADM-13), with the lists, the risk, the alerts and the limits of the product itself. */

import { PERMISSIONS } from '@tunjo/contract/permissions'
import { findTippingOffTerm } from '@tunjo/contract/tipping-off'
import { sql } from 'kysely'
import { encodeFunctionData } from 'viem'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { jsonRpc } from '../../dev/embedded/chain/json-rpc.ts'
import { startTestChain, type TestChain } from '../../dev/embedded/chain/testing.ts'
import { auditTrail } from '../../dev/testing/audit.ts'
import { newDocumentNumber } from '../../dev/testing/document-number.ts'
import { ERC20_ABI } from '../src/chain/uniswap.ts'
import { blocklistPorts } from '../src/composition/blocklist-ports.ts'
import { type Answer, type KycTest, newOfficer, startKycTest } from '../src/domains/customers/kyc/testing.ts'
import { CONFIRMATIONS, createTestCrypto, type TestCrypto } from '../src/domains/money/crypto/testing.ts'
import { customerAccount } from '../src/domains/money/ledger/index.ts'
import { inTransaction } from '../src/platform/database/database.ts'
import { newId } from '../src/platform/database/ids.ts'
import type { ApprovalOutcome } from '../src/platform/http/guards/approval.ts'
import { Refused } from '../src/platform/http/refusal.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 60_000 })
const WAIT = { timeout: 30_000, interval: 100 }
const REASON = 'Revisé la lista y la transacción.'
const SENT = 25_000_000n
let chain: TestChain
let kyc: KycTest
let test: TestCrypto

beforeAll(async () => {
  chain = await startTestChain({ stateIntervalMs: 3_600_000 })
  kyc = await startKycTest()
  const { addresses: screening } = blocklistPorts(kyc)
  test = createTestCrypto(kyc.database.connection, chain.env, {}, { screening, limits: kyc.limits })
})
afterAll(async () => {
  await test.stop()
  await kyc.stop()
  await chain.destroy()
})

const admin = (path: string) => `/api/administrative/${path}`
const agree = ({ body }: Answer) => kyc.call(newOfficer(), 'POST', admin(`approvals/${body.approvalRequestId}/approve`), { note: '' })
async function loadOfac(rows: readonly string[]): Promise<void> {
  const headers = { authorization: `Bearer ${newOfficer()}`, 'content-type': 'application/octet-stream' }
  const sent = await fetch(`${kyc.server.url}${admin('screening/lists/ofac/files')}`, { method: 'POST', headers, body: rows.join('\n') })
  const { id: fileId } = (await sent.json()) as { id: string }
  const agreed = await agree(await kyc.call(newOfficer(), 'POST', admin('screening/lists/ofac'), { fileId, reason: REASON }))
  expect(agreed.status).toBe(200)
  await kyc.platform.jobs.drain()
}
const entry = (id: number, remarks: string) => `${id},"X INVENTADO ${id}","individual","CYBER2",-0-,-0-,-0-,-0-,-0-,-0-,-0-,"${remarks}"`
async function customer(): Promise<string> {
  const accountId = newId()
  await sql`INSERT INTO identity.account (id, email, password_hash, authorities, state, lang_key, created_at, activated_at)
    VALUES (${accountId}, ${`${accountId}@correo.example`}, 'x', ARRAY['ROLE_USER'], 1, 'es', now(), now())`.execute(kyc.database.db)
  const dossier = { personType: 'natural', fullName: 'Ana', documentType: 'CC', phone: '+573001234567' } as const
  await kyc.kyc.ensureVerified({ accountId, level: 1, ...dossier, documentNumber: newDocumentNumber() })
  return accountId
}
async function deposit(person: string): Promise<string> {
  const { address } = await test.address(person)
  await test.crypto.follow()
  const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [address as `0x${string}`, SENT] })
  const { hash } = await chain.send('visitor', chain.deployment.tokens.USDT, data)
  for (let block = 0; block < CONFIRMATIONS; block++) await jsonRpc(chain.rpcUrl)('evm_mine')
  return hash
}
const stateOf = async (person: string) => (await test.deposits(person)).map(({ state }) => state)
const settled = (person: string, state: string) =>
  expect.poll(async () => test.crypto.follow().then(() => stateOf(person)), WAIT).toEqual([state])
const balance = async (person: string) => (await test.ledger.balance(customerAccount(person, 'USDT'))).posted
const sanctionsOf = async (person: string) =>
  (await sql<{ sanctions: string }>`SELECT sanctions FROM crypto.deposit WHERE account_id = ${person}`.execute(kyc.database.db)).rows[0]
    ?.sanctions
const openAlerts = async (person: string) =>
  (await kyc.call(newOfficer(), 'GET', `/kyc/administrative/alerts/open?userId=${person}`)).body as {
    alertId: number
    alertTypeId: number | null
    alertType: string | null
    comment: string
  }[]
const officer = (accountId = newId()) => ({ accountId, sessionId: newId(), authorities: ['ROLE_ADMIN'], permissions: PERMISSIONS })
const call = <A>(name: string, given: object): Promise<A> => {
  const route = [...test.crypto.routes, ...test.approvals.routes].find((one) => one.name === name)
  return route?.handle({ caller: officer(), http: { requestId: 'r', headers: {} }, ...given } as never) as Promise<A>
}
const held = async () => (await call<{ results: unknown[] }>('depositsInReview', { query: { pageIndex: 0, size: 10 } })).results
const code = (answer: Promise<unknown>) =>
  answer.then(
    () => 'done',
    (error) => (error instanceof Refused ? error.refusal.code : String(error)),
  )
async function decide(id: string, decision: 'credit' | 'retain'): Promise<void> {
  const { outcome } = await call<ApprovalOutcome<object>>('decideDeposit', { params: { id }, body: { decision, reason: REASON } })
  if (outcome.isDone) throw new Error('it should wait for a second officer')
  await call('approve', { params: { id: outcome.waiting.approvalRequestId }, body: { note: '' } })
}
const again = () => sql`UPDATE crypto.deposit SET try_at = now()`.execute(kyc.database.db)

it('ADM-13 without a list that has addresses a deposit is credited, and recorded as not screened', async () => {
  const person = await customer()
  await deposit(person)
  await settled(person, 'COMPLETED')
  expect([await balance(person), await sanctionsOf(person)]).toEqual([SENT, 'no_list'])
  // A list of names alone has no addresses to check.
  await loadOfac([entry(7_000, 'nationality Utopia.')])
  const other = await customer()
  await deposit(other)
  await settled(other, 'COMPLETED')
  expect(await sanctionsOf(other)).toBe('no_list')
  expect(await test.crypto.figures.read()).toMatchObject({ unscreened: 2, listed: 0 })
})

it('ADM-13 from a listed address it is held, its owner blocked, officers are notified, and only two of them release it', async () => {
  const person = await customer()
  const { visitor } = chain.deployment
  await loadOfac([entry(7_000, 'nationality Utopia.'), entry(7_001, `Digital Currency Address - USDT ${visitor}; nationality Utopia.`)])
  await test.fund(person, 'USDT', 5_000_000n)
  const hash = await deposit(person)
  await settled(person, 'IN_REVIEW')
  expect([await balance(person), await sanctionsOf(person)]).toEqual([5_000_000n, 'listed'])

  // Their money is blocked, as for a hit that blocks.
  expect(await kyc.risk.mayTransact(kyc.database.db, person)).toBe(false)
  expect(await kyc.mayDeposit(person, 1_000_00n)).toBe('limits.in_review')
  await expect(test.address(person)).rejects.toMatchObject({ refusal: { code: 'limits.in_review' } })
  const mayTrade = inTransaction(kyc.database.db, (tx) => kyc.limits.mayTrade(tx, person))
  expect(await code(mayTrade)).toBe('limits.in_review')

  const alerts = await openAlerts(person)
  expect(alerts.map(({ alertId, alertTypeId }) => [alertId, alertTypeId]).toSorted()).toEqual([
    [18, 815],
    [2, null],
  ])
  const [first] = await test.deposits(person)
  for (const { comment } of alerts) {
    expect(comment).toContain(hash)
    expect(comment).toContain(first?.id)
    expect(comment).toContain('ofac 7001')
  }
  expect(alerts.find(({ alertId }) => alertId === 18)?.alertType).toBe('Fondos de una dirección sancionada o de un mezclador')

  const episodes = (await kyc.call(newOfficer(), 'GET', `/kyc/administrative/alerts/episodes?userId=${person}&alertId=18`)).body
  expect(JSON.stringify(episodes)).toContain(first?.id)

  // They get the answer of any customer under review.
  expect(first?.reason).toMatch(/guardadas/)
  const shown = JSON.stringify([await test.deposits(person), kyc.notices.filter(({ accountId }) => accountId === person)])
  expect(findTippingOffTerm(shown)).toBeNull()

  // A repeated check raises nothing new and credits nothing, also when an attacker writes a decision into the database.
  for (let time = 0; time < 3; time++) {
    await again()
    await test.crypto.follow()
  }
  expect(await openAlerts(person)).toMatchObject(alerts)
  expect(await stateOf(person)).toEqual(['IN_REVIEW'])

  const id = first?.id ?? ''
  expect(await held()).toMatchObject([
    { id, accountId: person, asset: 'USDT', amount: '25', fromAddress: visitor, transactionHash: hash, decided: null },
  ])
  // A decision that was inserted into the database has no effect.
  await sql`INSERT INTO crypto.deposit_decision (id, deposit_id, decision, maker_id, checker_id, at, seal)
    VALUES (${newId()}, ${id}, 'credit', ${newId()}, ${newId()}, now(), ${'0'.repeat(64)})`.execute(kyc.database.db)
  await again()
  await test.crypto.follow()
  expect(await stateOf(person)).toEqual(['IN_REVIEW'])

  expect(await test.crypto.figures.read()).toMatchObject({ listed: 1 })
  await decide(id, 'retain')
  expect(await test.crypto.figures.read()).toMatchObject({ listed: 0 })
  await again()
  await test.crypto.follow()
  expect([await stateOf(person), await balance(person)]).toEqual([['IN_REVIEW'], 5_000_000n])
  expect(await held()).toMatchObject([{ id, decided: { decision: 'retain' } }])

  await decide(id, 'credit')
  await test.crypto.follow()
  // The person is blocked by a separate decision, which two officers lift too.
  expect([await stateOf(person), await balance(person)]).toEqual([['IN_REVIEW'], 5_000_000n])
  const cleared = await agree(
    await kyc.call(newOfficer(), 'POST', '/kyc/administrative/users/clear-list', { userId: person, reason: REASON }),
  )
  expect(cleared.status).toBe(200)
  // The open alert of the address withholds the permission to transact until two officers grant it.
  const allowed = await agree(
    await kyc.call(newOfficer(), 'POST', '/kyc/administrative/users/allow-transactions', { userId: person, allow: true, reason: REASON }),
  )
  expect(allowed.status).toBe(200)
  await again()
  await Promise.all([test.crypto.follow(), test.crypto.follow()])
  expect([await stateOf(person), await balance(person)]).toEqual([['COMPLETED'], 5_000_000n + SENT])
  expect((await openAlerts(person)).map(({ alertId }) => alertId)).toEqual([18])
  const trail = await auditTrail(kyc.database.db, { action: 'crypto.deposit_decided' })
  expect(trail).toMatchObject([{ after: { decision: 'retain' } }, { after: { decision: 'credit' } }])
  expect(await code(call('decideDeposit', { params: { id }, body: { decision: 'credit', reason: REASON } }))).toBe(
    'crypto.deposit_not_in_review',
  )
})

it('ADM-13 too little from a listed address is not credited and blocks no customer', async () => {
  const person = await customer()
  const { address } = await test.address(person)
  await test.crypto.follow()
  const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [address as `0x${string}`, 999_999n] })
  await chain.send('visitor', chain.deployment.tokens.USDT, data)
  for (let block = 0; block < CONFIRMATIONS; block++) await jsonRpc(chain.rpcUrl)('evm_mine')
  await settled(person, 'BELOW_MINIMUM')
  expect(await kyc.risk.mayTransact(kyc.database.db, person)).toBe(true)
  expect(await openAlerts(person)).toEqual([])
})
