import { once } from 'node:events'
import type { CryptoWithdrawal } from '@tunjo/contract/crypto-withdrawals'
import type { AssetCode } from '@tunjo/contract/money'
import { PERMISSIONS } from '@tunjo/contract/permissions'
import { type RawBuilder, sql } from 'kysely'
import { type Address, encodeFunctionData, getAddress, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { jsonRpc } from '../../../../../dev/embedded/chain/json-rpc.ts'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { SIGNER_ROLE } from '../../../../../dev/embedded/database/postgres.ts'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { DemoToken } from '../../../../../solidity/artifacts.generated.ts'
import { ERC20_ABI } from '../../../chain/uniswap.ts'
import { databaseErrorCode, inTransaction, openDatabase } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import type { ApprovalOutcome } from '../../../platform/http/guards/approval.ts'
import { refusal } from '../../../platform/http/refusal.ts'
import type { Environment } from '../../../platform/process/settings.ts'
import { evidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import { operationIdOf, savedAddressText, withdrawalText } from '../blockchain/index.ts'
import { SECRETS } from '../blockchain/testing.ts'
import { customerAccount, systemAccount } from '../ledger/index.ts'
import { checkBooks } from '../ledger/testing/check-books.ts'
import { createTestCrypto, type TestCrypto } from './testing.ts'

const WAIT = { timeout: 30_000, interval: 50 }
vi.setConfig({ testTimeout: 90_000 })
const WALLET = getAddress('0x52908400098527886e0f7030069857d2e4169ee7')
const USDT = 1_000_000n
const FEE = 500_000n

let chain: TestChain
let database: TestDatabase
let test: TestCrypto
let customer: string

beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  database = await createTestDatabase()
  test = createTestCrypto(database.connection, chain.env)
  customer = newId()
})
afterEach(async () => {
  try {
    await checkBooks(test.ledger)
  } finally {
    await test.stop()
    await database.drop()
  }
})

const fund = (amount: bigint, owner = customer, asset: AssetCode = 'USDT') => test.fund(owner, asset, amount)
const balance = (owner = customer, asset: AssetCode = 'USDT') => test.ledger.balance(customerAccount(owner, asset))
const onChain = (of: Address, token: Address = chain.deployment.tokens.USDT) =>
  chain.client.readContract({ address: token, abi: ERC20_ABI, functionName: 'balanceOf', args: [of] })
const save = (address: string, alias = 'Ledger', owner = customer, on = test) =>
  on.call<{ id: string }>('saveAddress', owner, { params: { userId: owner }, body: { address, alias, acceptsLookalike: false } })
const CALLS = { COP: 'transferCOPT', BTC: 'transferBTC', USDT: 'transferUSDT' } as const
const ask = (
  amount: bigint,
  more: {
    id?: string
    hash?: string
    to?: string
    owner?: string
    asset?: AssetCode
    fee?: bigint
    confirmed?: bigint
    on?: TestCrypto
  } = {},
) => {
  const { id = newId(), hash = 'hash', to = WALLET, owner = customer, asset = 'USDT', fee, confirmed, on = test } = more
  const operation = { id, hash, isKeyless: false }
  return on.call<CryptoWithdrawal>(CALLS[asset], owner, { operation, body: { amount, recipient: to, fee, confirmed_fee: confirmed } })
}
const show = (id: string, owner = customer) => test.call<CryptoWithdrawal>('withdrawal', owner, { params: { id } })
const stateOf = (id: string) => show(id).then(({ state }) => state)
const code = (of: Promise<unknown>) =>
  of.then(
    () => 'done',
    (error) => error.refusal?.code ?? String(error),
  )
const rows = async <Row>(query: RawBuilder<Row>) => (await query.execute(database.db)).rows
const events = async (type: string) =>
  (
    await sql<{ payload: Record<string, string> }>`SELECT payload FROM platform.event WHERE type = ${type} ORDER BY at, id`.execute(
      database.db,
    )
  ).rows.map(({ payload }) => payload)
const refusedBy = async (id: string) =>
  (
    await sql<{ refused: string | null }>`SELECT refused FROM blockchain.intent
    WHERE operation_id = ${operationIdOf('crypto.withdrawal', id)}`.execute(database.db)
  ).rows[0]?.refused
/** Remove the maximum of a withdrawal and of a day. */
async function withoutMaxima(): Promise<void> {
  const names = ['SIGNER_OPERATION_MAX', 'SIGNER_DAY_MAX', 'SIGNER_APPROVAL_FROM', 'CRYPTO_WITHDRAWAL_REVIEW_FROM']
  const more = [...names, 'CRYPTO_WITHDRAWAL_ACCOUNT_DAY_MAX', 'CRYPTO_WITHDRAWAL_PLATFORM_DAY_MAX'].map((name) => [
    `${name}_USDT`,
    '1000000000000',
  ])
  await test.stop()
  const first = { CRYPTO_WITHDRAWAL_FIRST_REVIEW_FROM_COP: '1000000000000000' }
  test = createTestCrypto(database.connection, chain.env, { ...Object.fromEntries(more), ...first })
}
const mintHot = (amount: bigint) => {
  const args = [chain.deployment.hotWallet, amount] as const
  return chain.send('treasury', chain.deployment.tokens.USDT, encodeFunctionData({ abi: DemoToken.abi, functionName: 'mint', args }))
}
const moveHot = (amount: bigint) => {
  const args = [chain.deployment.treasury, amount] as const
  return chain.send('hot', chain.deployment.tokens.USDT, encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args }))
}
/** Retry the waiting withdrawals now. */
async function again(): Promise<void> {
  await sql`UPDATE crypto.withdrawal SET try_at = ${new Date()} WHERE state IN ('REQUESTED', 'APPROVED')`.execute(database.db)
  await test.crypto.send()
}
/** Send it as far as it goes without the signer. */
const handOver = async (id: string) => {
  await test.crypto.send()
  expect(await stateOf(id)).toBe('SIGNING')
}

describe('MON-07 withdrawals on chain', () => {
  it('are held with the fee, sent once, settled after the confirmations, and shown with their steps', async () => {
    await fund(100n * USDT)
    await save(WALLET)
    const [before, networkFees] = [await onChain(WALLET), await test.ledger.balance(systemAccount('network-fees', 'USDT'))]
    const asked = await ask(25n * USDT)
    expect(asked).toMatchObject({ kind: 'WITHDRAWAL', state: 'REQUESTED', amount: '25', fee: '0.5', alias: 'Ledger', cancellable: true })
    expect(await balance()).toMatchObject({ posted: 100n * USDT, held: 25n * USDT + FEE })
    expect(test.limits.counted.get(asked.id)).toBe(10_200_000n)
    test.start()
    await expect.poll(() => stateOf(asked.id), WAIT).toBe('CONFIRMED')
    expect(await onChain(WALLET)).toBe(before + 25n * USDT)
    expect(await balance()).toMatchObject({ posted: 75n * USDT - FEE, held: 0n })
    expect((await test.ledger.balance(systemAccount('network-fees', 'USDT'))).posted - networkFees.posted).toBe(FEE)
    const shown = await show(asked.id)
    expect(shown.transaction_hash).toMatch(/^0x[0-9a-f]{64}$/)
    expect(shown.timeline.map(({ state }) => state).filter((state) => state !== 'SENT')).toEqual([
      'REQUESTED',
      'APPROVED',
      'SIGNING',
      'CONFIRMED',
    ])
    expect(await events('crypto.withdrawal_settled')).toMatchObject([{ amount: '25000000', asset: 'USDT' }])
    const page = await test.call<{ results: { id: string }[] }>('withdrawals', customer, {
      params: { userId: customer },
      query: { pageIndex: 0, size: 10 },
    })
    expect(page.results.map(({ id }) => id)).toEqual([asked.id])
  })

  it.each(['COP', 'BTC'] as const)('of %s too', async (asset) => {
    const [amount, token] = asset === 'COP' ? [20_000_00n, 'COPT' as const] : [100_000n, 'BTC' as const]
    if (asset === 'COP') {
      const args = [chain.deployment.hotWallet, 10n * amount] as const
      await chain.send('treasury', chain.deployment.tokens.COPT, encodeFunctionData({ abi: DemoToken.abi, functionName: 'mint', args }))
    }
    await fund(2n * amount, customer, asset)
    await save(WALLET)
    const before = await onChain(WALLET, chain.deployment.tokens[token])
    test.start()
    const { id } = await ask(amount, { asset })
    await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
    expect(await onChain(WALLET, chain.deployment.tokens[token])).toBe(before + amount)
  })

  it('only to a saved address, from the minimum on, with the displayed fee', async () => {
    await fund(100n * USDT)
    expect(await code(ask(10n * USDT))).toBe('crypto.address_not_found')
    await save(WALLET)
    expect(await code(ask(10n * USDT, { owner: newId() }))).toBe('crypto.address_not_found')
    expect(await code(ask(5n * USDT - 1n))).toBe('crypto.amount_below_minimum')
    const cost = await test.call<{ fee: string; fee_cop: string; internal: boolean }>('cost', customer, {
      query: { asset: 'USDT', recipient: WALLET },
    })
    expect(cost).toMatchObject({ fee: '0.5', fee_cop: '2000', internal: false, paused: false, review_from: '2499.999998', minimum: '5' })
    expect((await ask(10n * USDT, { fee: FEE })).fee).toBe('0.5')
    test.networkFee.USDT = 620_000n
    expect((await ask(10n * USDT, { fee: FEE })).fee).toBe('0.5')
    test.networkFee.USDT = 630_000n
    expect(await code(ask(10n * USDT, { fee: FEE }))).toBe('crypto.fee_changed')
    expect(await code(ask(10n * USDT, { fee: 1_300_000n }))).toBe('crypto.fee_changed')
    expect(await code(ask(90n * USDT))).toBe('ledger.insufficient_funds')
  })

  it('G9 a fee above a fifth of the amount is charged only as the customer typed it, and never more', async () => {
    await fund(100n * USDT)
    await save(WALLET)
    test.networkFee.USDT = 2n * USDT
    expect(await code(ask(10n * USDT, { fee: 2n * USDT }))).toBe('done')
    const spike = 30_430_000n
    test.networkFee.USDT = spike
    const refused = { refusal: { code: 'crypto.fee_unconfirmed', params: { fee: '30,43', asset: 'USDT', percent: 20 } } }
    for (const given of [{}, { fee: spike }, { fee: spike, confirmed: 30n * USDT }])
      await expect(ask(10n * USDT, given)).rejects.toMatchObject(refused)
    // Before the code of the second factor is requested.
    const route = test.crypto.routes.find(({ name }) => name === 'transferUSDT')
    const described = (more: object) =>
      route?.describe?.({
        caller: { accountId: customer },
        body: { amount: 10n * USDT, recipient: WALLET, ...more },
        locale: 'es',
      } as never)
    await expect(described({ fee: spike })).rejects.toMatchObject(refused)
    expect(await described({ fee: spike, confirmed_fee: spike })).toMatchObject({ details: [{}, { value: '30,43 USDT' }, {}] })
    // The network fee rises meanwhile: the typed fee is charged.
    test.networkFee.USDT = spike + 1n
    expect((await ask(10n * USDT, { confirmed: spike })).fee).toBe('30.43')
    expect(await balance()).toMatchObject({ held: 22n * USDT + spike })
    test.networkFee.USDT = 2n * spike
    expect(await code(ask(10n * USDT, { confirmed: spike }))).toBe('crypto.fee_changed')
  })

  it('ID-10 the approval text names the charged fee, or that the current one applies', async () => {
    await save(WALLET)
    const logged = async (fee: bigint | undefined) => {
      const route = test.crypto.routes.find(({ name }) => name === 'transferUSDT')
      const call = { caller: { accountId: customer }, body: { amount: 10n * USDT, recipient: WALLET, fee }, locale: 'es' }
      const details = (await route?.describe?.(call as never))?.details
      return details?.find(({ label }) => label === 'Costo de la red')?.value
    }
    expect(await logged(FEE)).toBe('0,5 USDT')
    expect(await logged(undefined)).toBe('El del momento en que quede pedido (ahora 0,5 USDT)')
  })

  it('R9 wait for a new address, for limits, and for a pause after a change of factors', async () => {
    await fund(100n * USDT)
    const strict = createTestCrypto(database.connection, chain.env, { CRYPTO_ADDRESS_HOLD_HOURS: '24' })
    await save(WALLET, 'Ledger', customer, strict)
    expect(await code(ask(10n * USDT, { on: strict }))).toBe('crypto.address_on_hold')
    await strict.stop()
    test.limits.refusal = refusal('limits.monthly_exceeded', { used: '1', maximum: '2' })
    expect(await code(ask(10n * USDT))).toBe('limits.monthly_exceeded')
    test.limits.refusal = null
    const { id } = await ask(10n * USDT)
    test.limits.blockedUntil = new Date(Date.now() + 3_600_000)
    await test.crypto.send()
    expect(await show(id)).toMatchObject({ state: 'REQUESTED', waiting: 'on_hold', cancellable: true })
  })

  it('H10 an unreliable price is used for no limit and no review: nothing is held', async () => {
    await fund(100n * USDT)
    await save(WALLET)
    test.prices.isStale = true
    expect(await code(ask(10n * USDT))).toBe('pricing.price_stale')
    expect(await balance()).toMatchObject({ held: 0n })
    test.prices.isStale = false
    expect(await code(ask(10n * USDT))).toBe('done')
  })

  it('G4 are refused before anything is held while the gas wallet is empty, with one alert that names the missing amount', async () => {
    await fund(100n * USDT)
    await save(WALLET)
    const { hotWallet } = chain.deployment
    const logged = vi.spyOn(test.platform.log, 'error')
    const before = await chain.client.getBalance({ address: hotWallet })
    const rpc = jsonRpc(chain.rpcUrl)
    await rpc('anvil_setBalance', [hotWallet, '0x0'])
    try {
      for (let times = 0; times < 3; times++) expect(await code(ask(10n * USDT))).toBe('crypto.network_unpaid')
      expect(await balance()).toMatchObject({ held: 0n })
      const alarms = logged.mock.calls.filter(([facts]) => JSON.stringify(facts).includes('no_gas'))
      expect(alarms).toMatchObject([
        [{ address: hotWallet, balance: '0', missing: expect.stringMatching(/^0\.\d+$|^[1-9]/) }, expect.any(String)],
      ])
    } finally {
      await rpc('anvil_setBalance', [hotWallet, `0x${before.toString(16)}`])
    }
    expect(await code(ask(10n * USDT))).toBe('done')
  })

  it('R2 the same key is one withdrawal, another body is refused, and fifty concurrent calls are one', async () => {
    await fund(1_000n * USDT)
    await save(WALLET)
    const id = newId()
    await Promise.all(Array.from({ length: 50 }, () => ask(10n * USDT, { id })))
    expect(await balance()).toMatchObject({ held: 10n * USDT + FEE })
    expect(await code(ask(11n * USDT, { id, hash: 'other' }))).toBe('request.idempotency_key_reused')
    test.networkFee.USDT = 9_000_000n
    expect((await ask(10n * USDT, { id, fee: FEE })).id).toBe(id)
  })

  it('R1 of two hundred concurrent ones from one balance exactly those that fit are held', async () => {
    await fund(10n * (10n * USDT + FEE) + 3n)
    await save(WALLET)
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => code(ask(10n * USDT))))
    expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(10)
    expect(new Set(outcomes)).toEqual(new Set(['done', 'ledger.insufficient_funds']))
    expect(await balance()).toMatchObject({ available: 3n })
  })

  it('another customer cannot see, cancel or use them', async () => {
    await fund(100n * USDT)
    const { id: addressId } = await save(WALLET)
    const { id } = await ask(10n * USDT)
    const other = newId()
    expect(await code(show(id, other))).toBe('crypto.withdrawal_not_found')
    expect(await code(test.call('cancelWithdrawal', other, { params: { id } }))).toBe('crypto.withdrawal_not_found')
    expect(await code(show('x'))).toBe('crypto.withdrawal_not_found')
    expect(await code(test.call('deleteAddress', customer, { params: { userId: customer, id: addressId } }))).toBe('crypto.address_in_use')
  })

  it('can be cancelled until they are handed over, and are refunded whole', async () => {
    await fund(100n * USDT)
    await save(WALLET)
    const { id } = await ask(10n * USDT)
    const outcomes = await Promise.all([
      ...Array.from({ length: 5 }, () => code(test.call('cancelWithdrawal', customer, { params: { id } }))),
      code(test.crypto.send()),
    ])
    const state = await stateOf(id)
    expect(['CANCELLED', 'SIGNING']).toContain(state)
    if (state === 'CANCELLED') {
      expect(await balance()).toMatchObject({ posted: 100n * USDT, held: 0n })
      expect(test.limits.counted.has(id)).toBe(false)
    } else expect(outcomes).toContain('crypto.withdrawal_not_cancellable')
    const { id: second } = await ask(10n * USDT)
    await test.crypto.send()
    expect(await code(test.call('cancelWithdrawal', customer, { params: { id: second } }))).toBe('crypto.withdrawal_not_cancellable')
  })

  it('a frozen account stops its unsent withdrawals', async () => {
    await fund(100n * USDT)
    await save(WALLET)
    const { id } = await ask(10n * USDT)
    await inTransaction(database.db, (tx) => test.platform.outbox.emit(tx, 'identity.account_frozen', { accountId: customer }))
    test.limits.blockedUntil = new Date(Date.now() + 3_600_000)
    test.start()
    await expect.poll(() => stateOf(id), WAIT).toBe('CANCELLED')
    expect(await balance()).toMatchObject({ posted: 100n * USDT, held: 0n })
  })

  it('a frozen account stops withdrawals at the signer, also when withdrawals resume later', async () => {
    await fund(100n * USDT)
    await save(WALLET)
    const before = await onChain(WALLET)
    const { id } = await ask(10n * USDT)
    await handOver(id)
    await sql`INSERT INTO crypto.withdrawal_pause (id, is_paused, reason, officer_id, at)
      VALUES (${newId()}, true, 'x', ${newId()}, now())`.execute(database.db)
    await inTransaction(database.db, (tx) => test.platform.outbox.emit(tx, 'identity.account_frozen', { accountId: customer }))
    test.start()
    await expect.poll(() => stateOf(id), WAIT).toBe('FAILED')
    expect(await refusedBy(id)).toBe('its account was frozen meanwhile')
    expect(await balance()).toMatchObject({ posted: 100n * USDT, held: 0n })
    expect(await onChain(WALLET)).toBe(before)
  })

  it('a transfer that fails on chain is refunded once, with its fee and its use of the month', async () => {
    const has = await onChain(chain.deployment.hotWallet)
    await withoutMaxima()
    await fund(has * 2n + FEE)
    await save(WALLET)
    const { id } = await ask(has)
    await handOver(id)
    // The wallet's balance leaves by another way before the signature: the transfer reverts.
    await moveHot(1n)
    test.start()
    await expect.poll(() => stateOf(id), WAIT).toBe('FAILED')
    expect(await balance()).toMatchObject({ posted: has * 2n + FEE, held: 0n })
    expect(test.limits.counted.has(id)).toBe(false)
    expect((await show(id)).reason).toMatch(/volvió completo/)
    expect(await events('crypto.withdrawal_returned')).toHaveLength(1)
  })

  it("more than the hot wallet's balance waits with its reason, blocks no other customer, and leaves when there is enough", async () => {
    const has = await onChain(chain.deployment.hotWallet)
    await withoutMaxima()
    await fund(has * 4n)
    await save(WALLET)
    const before = await onChain(WALLET)
    const { id } = await ask(has + 1n)
    const most = (has * 6n) / 10n
    const both = [(await ask(most)).id, (await ask(most)).id]
    await Promise.all([test.crypto.send(), test.crypto.send(), test.crypto.send()])
    expect(await show(id)).toMatchObject({ state: 'REQUESTED', waiting: 'tokens', cancellable: true })
    expect((await Promise.all(both.map(stateOf))).toSorted()).toEqual(['REQUESTED', 'SIGNING'])
    expect(await test.crypto.withdrawalFigures.read()).toMatchObject({ wait_for_tokens: 2, overdue: 0 })
    await sql`UPDATE crypto.withdrawal SET delayed_since = now() - interval '2 hours' WHERE id = ${id}`.execute(database.db)
    await again()
    expect(await test.crypto.withdrawalFigures.read()).toMatchObject({ wait_for_tokens: 2, overdue: 1 })
    expect((await sql`SELECT 1 FROM blockchain.intent`.execute(database.db)).rows).toHaveLength(1)

    await mintHot(has * 3n)
    test.start()
    await again()
    for (const one of [id, ...both]) await expect.poll(() => again().then(() => stateOf(one)), WAIT).toBe('CONFIRMED')
    expect(await onChain(WALLET)).toBe(before + has + 1n + 2n * most)
    expect(await test.crypto.withdrawalFigures.read()).toMatchObject({ wait_for_tokens: 0, overdue: 0 })
  })

  it('a false event moves nothing', async () => {
    await fund(100n * USDT)
    await save(WALLET)
    const { id } = await ask(10n * USDT)
    await handOver(id)
    const operationId = operationIdOf('crypto.withdrawal', id)
    for (const state of ['confirmed', 'reverted', 'refused'] as const)
      await inTransaction(database.db, (tx) =>
        test.platform.outbox.emit(tx, 'blockchain.operation_updated', { operationId, kind: 'transfer', ref: id, state }),
      )
    await test.platform.jobs.drain()
    expect(await stateOf(id)).toBe('SIGNING')
    expect(await balance()).toMatchObject({ held: 10n * USDT + FEE })
  })
})

describe('MON-07 to another customer', () => {
  it('is transferred internally and immediately, without the chain and its fee, and is a deposit of the receiver', async () => {
    const other = newId()
    const address = (await test.address(other)).address
    await fund(100n * USDT)
    await save(address)
    const before = await onChain(chain.deployment.hotWallet)
    const { id, fee, internal } = await ask(40n * USDT, { to: address })
    expect([fee, internal]).toEqual(['0', true])
    await Promise.all([test.crypto.send(), test.crypto.send(), test.crypto.send()])
    expect(await stateOf(id)).toBe('CONFIRMED')
    expect([(await balance()).posted, (await balance(other)).posted]).toEqual([60n * USDT, 40n * USDT])
    expect(await onChain(chain.deployment.hotWallet)).toBe(before)
    expect(await test.deposits(other)).toMatchObject([
      { id, kind: 'DEPOSIT', internal: true, amount: '40', state: 'COMPLETED', transaction_hash: null },
    ])
    expect(await events('crypto.deposit_credited')).toEqual([{ accountId: other, depositId: id, asset: 'USDT', amount: '40000000' }])
    expect([...test.limits.counted.values()]).toEqual([16_000_000n, 16_000_000n])
  })

  it('E9 is refunded when the receiver may not receive it, without disclosing anything about them', async () => {
    const other = newId()
    await fund(100n * USDT)
    await save((await test.address(other)).address)
    const { id } = await ask(40n * USDT, { to: (await test.address(other)).address })
    test.limits.refusal = refusal('limits.monthly_exceeded', { used: '1', maximum: '2' })
    await test.crypto.send()
    expect(await stateOf(id)).toBe('FAILED')
    expect((await show(id)).reason).toBe('El retiro no salió a la red: volvió completo a tu saldo. Puedes intentarlo de nuevo.')
    const inEnglish = { params: { id }, http: { headers: { 'accept-language': 'en' } } }
    const english = await test.call<CryptoWithdrawal>('withdrawal', customer, inEnglish)
    expect([english.reason, english.timeline.at(-1)?.note]).toEqual(
      Array(2).fill('The withdrawal was not sent to the network: it is back in your balance in full. You can try again.'),
    )
    expect([(await balance()).available, (await balance(other)).posted]).toEqual([100n * USDT, 0n])
  })

  it('a receiver that an attacker wrote into the row receives nothing', async () => {
    await fund(100n * USDT)
    await save(WALLET)
    const { id } = await ask(40n * USDT)
    const thief = newId()
    await sql`UPDATE crypto.withdrawal SET receiver_id = ${thief} WHERE id = ${id}`.execute(database.db)
    await test.crypto.send()
    expect((await balance(thief)).posted).toBe(0n)
    expect(await stateOf(id)).toBe('REQUESTED')
  })
})

const officer = (accountId = newId()) => ({ accountId, sessionId: newId(), authorities: ['ROLE_ADMIN'], permissions: PERMISSIONS })
type Officer = ReturnType<typeof officer>
const asOfficer = <A>(name: string, caller: Officer, given: object = {}): Promise<A> =>
  test.call(name, caller.accountId, { caller, http: { ip: '::1', headers: {} }, ...given })
const REASON = 'Revisamos el destino y el origen.'

async function propose(maker: Officer, name: string, given: object): Promise<string> {
  const { outcome } = await asOfficer<ApprovalOutcome<unknown>>(name, maker, given)
  if (outcome.isDone) throw new Error('it should wait for a second officer')
  return outcome.waiting.approvalRequestId
}
const approve = async (checker: Officer, id: string) => {
  const route = test.approvals.routes.find((one) => one.name === 'approve')
  await route?.handle({ caller: checker, params: { id }, body: { note: REASON }, http: { ip: '::1', headers: {} } } as never)
}

/** One payout on chain: the customer's next one is not the first. */
async function paidOnce(): Promise<void> {
  const { id } = await ask(10n * USDT)
  test.start()
  await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
  await test.stop()
  test = createTestCrypto(database.connection, chain.env)
}
const decision = (withdrawalIds: string[], decided: string) => ({ body: { withdrawalIds, decision: decided, reason: REASON } })

describe('R11 large withdrawals', () => {
  it('wait for two officers, and the signer for their sealed approval', async () => {
    await fund(20_000n * USDT)
    await save(WALLET)
    const { id } = await ask(6_000n * USDT)
    expect(await show(id)).toMatchObject({ state: 'IN_REVIEW', cancellable: true })
    await test.crypto.send()
    expect(await stateOf(id)).toBe('IN_REVIEW')
    const [maker, checker] = [officer(), officer()]
    const decided = decision([id], 'approve')
    const request = await propose(maker, 'decideWithdrawals', decided)
    expect(await code(approve(maker, request))).toBe('approvals.own_request')
    expect(await code(asOfficer('decideWithdrawals', officer(customer), decided))).toBe('approvals.person_concerned')
    await approve(checker, request)
    expect(await stateOf(id)).toBe('APPROVED')
    const before = await onChain(WALLET)
    test.start()
    await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
    expect(await onChain(WALLET)).toBe(before + 6_000n * USDT)
  })

  it('are rejected by one officer, and refunded', async () => {
    await fund(20_000n * USDT)
    await save(WALLET)
    const { id } = await ask(6_000n * USDT)
    const outcome = await asOfficer<ApprovalOutcome<object>>('decideWithdrawals', officer(), decision([id], 'reject'))
    expect(outcome.outcome).toMatchObject({ isDone: true, answer: { results: [{ id, state: 'REJECTED' }] } })
    expect(await balance()).toMatchObject({ posted: 20_000n * USDT, held: 0n })
    expect(await code(asOfficer('decideWithdrawals', officer(), decision([id], 'approve')))).toBe('crypto.withdrawal_not_decidable')
  })

  it('so does every outgoing one while no sanctions list with addresses is loaded, where the setting requires it', async () => {
    await test.stop()
    test = createTestCrypto(database.connection, chain.env, { CRYPTO_WITHDRAWAL_NEEDS_LIST: 'true' })
    await fund(100n * USDT)
    await save(WALLET)
    const { id, state } = await ask(10n * USDT)
    const [row] = await rows(sql`SELECT review_reasons AS reasons FROM crypto.withdrawal WHERE id = ${id}`)
    expect([state, row]).toEqual(['IN_REVIEW', { reasons: ['no_list'] }])
    const inside = getAddress((await test.address(newId())).address)
    await save(inside, 'Amiga')
    expect(await ask(10n * USDT, { to: inside })).toMatchObject({ state: 'REQUESTED' })
  })

  it('so do many small ones of a day', async () => {
    await fund(20_000n * USDT)
    await save(WALLET)
    await paidOnce()
    const states: string[] = []
    for (let index = 0; index < 4; index++) states.push((await ask(3_000n * USDT)).state)
    expect(states).toEqual(['REQUESTED', 'REQUESTED', 'REQUESTED', 'IN_REVIEW'])
  })

  describe('E5 of nearly all money received within a day', () => {
    const reasonsOf = async (id: string) =>
      (await rows<{ reasons: string[] }>(sql`SELECT review_reasons AS reasons FROM crypto.withdrawal WHERE id = ${id}`))[0]?.reasons
    /** A credited transfer of pesos, as the module payments leaves it. */
    async function pesosCameIn(pesos: bigint, { owner = customer, hoursAgo = 0 } = {}): Promise<void> {
      const [id, at] = [newId(), new Date(Date.now() - hoursAgo * 3_600_000)]
      await sql`INSERT INTO payments.deposit (id, account_id, request_hash, bank_id, account_alias, account_type, account_number, amount, payer, state,
          method, created_at, ended_at)
        VALUES (${id}, ${owner}, 'hash', 1, 'Nómina', 9, '12345678', ${pesos * 100n}, '{}', 'COMPLETED', 'TRANSFER', ${at}, ${at})`.execute(
        database.db,
      )
    }

    it('as pesos, swapped and sent away, needs two officers', async () => {
      await fund(20_000n * USDT)
      await save(WALLET)
      await pesosCameIn(5_000_000n)
      // With its fee, 1,125 USDT are worth four and a half million pesos.
      const { id, state } = await ask(1_125n * USDT - FEE)
      expect([state, await reasonsOf(id)]).toEqual(['IN_REVIEW', ['in_and_out']])
    })

    it('sums the pieces; less, and money received earlier, leaves automatically', async () => {
      await fund(20_000n * USDT)
      await save(WALLET)
      await pesosCameIn(5_000_000n)
      const first = await ask(600n * USDT)
      const second = await ask(600n * USDT)
      expect([first.state, second.state]).toEqual(['REQUESTED', 'IN_REVIEW'])
      const other = newId()
      await fund(20_000n * USDT, other)
      await save(WALLET, 'Ledger', other)
      await pesosCameIn(5_000_000n, { owner: other, hoursAgo: 25 })
      expect((await ask(1_125n * USDT, { owner: other })).state).toBe('REQUESTED')
    })
  })

  describe('first of a customer', () => {
    /** 2,500 USDT are ten million pesos, with the fee. */
    const LEAST = 2_500n * USDT - FEE
    const first = async (amount: bigint, more: Parameters<typeof ask>[1] = {}) => (await ask(amount, more)).state
    const reasonsOf = async (id: string) => {
      const found = await sql<{ reasons: string[] }>`SELECT review_reasons AS reasons FROM crypto.withdrawal WHERE id = ${id}`.execute(
        database.db,
      )
      return found.rows[0]?.reasons
    }

    it('on chain, worth ten million pesos, waits for two officers, and its row has the reason; less does not', async () => {
      await fund(20_000n * USDT)
      await save(WALLET)
      const { id, state } = await ask(LEAST)
      expect(state).toBe('IN_REVIEW')
      expect(await reasonsOf(id)).toEqual(['first_payout'])
      const other = newId()
      await fund(20_000n * USDT, other)
      await save(WALLET, 'Ledger', other)
      expect(await first(LEAST - 100n, { owner: other })).toBe('REQUESTED')
      const bitcoins = newId()
      await fund(100_000_000n, bitcoins, 'BTC')
      await save(WALLET, 'Ledger', bitcoins)
      expect(await first(2_500_000n, { owner: bitcoins, asset: 'BTC' })).toBe('IN_REVIEW')
    })

    it('is the first until one was paid on chain: a refunded or an internal one does not count', async () => {
      await fund(60_000n * USDT)
      await save(WALLET)
      const { id } = await ask(10n * USDT)
      await test.call('cancelWithdrawal', customer, { params: { id } })
      const other = newId()
      await save((await test.address(other)).address, 'Amiga')
      const inside = await ask(10n * USDT, { to: getAddress((await test.address(other)).address) })
      await test.crypto.send()
      expect(await stateOf(inside.id)).toBe('CONFIRMED')
      const large = await ask(LEAST)
      expect(large.state).toBe('IN_REVIEW')
      await test.call('cancelWithdrawal', customer, { params: { id: large.id } })
      await paidOnce()
      expect(await first(LEAST)).toBe('REQUESTED')
      expect(await test.call<{ review_from: string }>('cost', customer, { query: { asset: 'USDT', recipient: WALLET } })).toMatchObject({
        review_from: '5000',
      })
    })

    it('cannot be split: of twenty concurrent ones only those below ten million in sum leave automatically', async () => {
      await fund(20_000n * USDT)
      await save(WALLET)
      const states = await Promise.all(Array.from({ length: 20 }, () => first(499n * USDT + USDT / 2n)))
      // Each is worth two million.
      expect(states.toSorted()).toEqual([...Array(16).fill('IN_REVIEW'), ...Array(4).fill('REQUESTED')])
      expect(await test.call<{ review_from: string }>('cost', customer, { query: { asset: 'USDT', recipient: WALLET } })).toMatchObject({
        review_from: '0.000001',
      })
    })

    it('of twenty large concurrent ones each waits', async () => {
      await fund(200_000n * USDT)
      await save(WALLET)
      const states = await Promise.all(Array.from({ length: 20 }, () => first(LEAST)))
      expect(states).toEqual(Array(20).fill('IN_REVIEW'))
    })
  })

  it('to an address that was listed meanwhile waits for officers', async () => {
    await fund(100n * USDT)
    await save(WALLET)
    const { id } = await ask(10n * USDT)
    test.sanctioned.add(WALLET.toLowerCase())
    await test.crypto.send()
    expect(await stateOf(id)).toBe('IN_REVIEW')
    expect(await code(ask(10n * USDT))).toBe('limits.in_review')
  })
})

describe('ADM-15 decisions of officers about unsent token withdrawals', () => {
  const held = async (id: string) =>
    (
      await rows<{ reasons: string[]; maker: string | null; seal: string | null; release: string | null }>(
        sql`SELECT review_reasons AS reasons, maker_id AS maker, approval_seal AS seal, release_seal AS release FROM crypto.withdrawal WHERE id = ${id}`,
      )
    )[0]

  it('R11 one officer holds one that was about to leave; two release it again, and the network pays it once', async () => {
    await fund(100n * USDT)
    await save(WALLET)
    const { id } = await ask(10n * USDT)
    const kept = await asOfficer<ApprovalOutcome<object>>('decideWithdrawals', officer(), decision([id], 'hold'))
    expect(kept.outcome).toMatchObject({ isDone: true, answer: { results: [{ id, state: 'IN_REVIEW' }] } })
    expect(await held(id)).toEqual({ reasons: ['officer'], maker: null, seal: null, release: null })
    expect(await code(asOfficer('decideWithdrawals', officer(), decision([id], 'hold')))).toBe('crypto.withdrawal_not_decidable')
    await again()
    expect(await stateOf(id)).toBe('IN_REVIEW')
    const before = await onChain(WALLET)
    await approve(officer(), await propose(officer(), 'decideWithdrawals', decision([id], 'approve')))
    test.start()
    await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
    expect(await onChain(WALLET)).toBe(before + 10n * USDT)
  })

  it('several together, of several customers: all of them or none', async () => {
    const other = newId()
    await fund(100n * USDT)
    await fund(100n * USDT, other)
    await save(WALLET)
    await save(WALLET, 'Ledger', other)
    const ids = [(await ask(10n * USDT)).id, (await ask(11n * USDT)).id, (await ask(12n * USDT, { owner: other })).id]
    const ended = (await ask(13n * USDT)).id
    await test.call('cancelWithdrawal', customer, { params: { id: ended } })
    expect(await code(asOfficer('decideWithdrawals', officer(), decision([...ids, ended], 'hold')))).toBe('crypto.withdrawal_not_decidable')
    expect(await code(asOfficer('decideWithdrawals', officer(), decision([...ids, newId()], 'hold')))).toBe('crypto.withdrawal_not_found')
    expect(await code(asOfficer('decideWithdrawals', officer(other), decision(ids, 'hold')))).toBe('approvals.person_concerned')
    await asOfficer('decideWithdrawals', officer(), decision(ids, 'hold'))
    const states = () => Promise.all(ids.map((id, index) => show(id, index === 2 ? other : customer).then(({ state }) => state)))
    expect(await states()).toEqual(Array(3).fill('IN_REVIEW'))
    const request = await propose(officer(), 'decideWithdrawals', decision(ids, 'approve'))
    expect(await code(approve(officer(other), request))).toBe('approvals.execution_failed')
    await approve(officer(), await propose(officer(), 'decideWithdrawals', decision(ids, 'approve')))
    expect(await states()).toEqual(Array(3).fill('APPROVED'))
    await asOfficer('decideWithdrawals', officer(), decision(ids, 'reject'))
    expect(await states()).toEqual(Array(3).fill('REJECTED'))
    expect([await balance(), await balance(other)]).toMatchObject([
      { posted: 100n * USDT, held: 0n },
      { posted: 100n * USDT, held: 0n },
    ])
  })

  it('a request in the former format, about a single one, is still read', async () => {
    await fund(20_000n * USDT)
    await save(WALLET)
    const { id } = await ask(6_000n * USDT)
    const old = { withdrawalId: id, accountId: customer, decision: 'approve' }
    const caller = officer()
    const { outcome } = await test.approvals.perform('crypto.withdrawal_review', { params: old, caller, reason: REASON } as never)
    if (outcome.isDone) throw new Error('it should wait for a second officer')
    await approve(officer(), outcome.waiting.approvalRequestId)
    expect(await stateOf(id)).toBe('APPROVED')
  })

  it('R11 a held or earlier released one does not leave because its row claims a release', async () => {
    await fund(100n * USDT)
    await save(WALLET)
    const { id } = await ask(10n * USDT)
    const write = (statement: ReturnType<typeof sql>) => statement.execute(test.platform.db)
    await asOfficer('decideWithdrawals', officer(), decision([id], 'hold'))
    await write(sql`UPDATE crypto.withdrawal SET state = 'REQUESTED', try_at = now() WHERE id = ${id}`)
    await test.crypto.send()
    expect(await stateOf(id)).toBe('REQUESTED')
    await write(sql`UPDATE crypto.withdrawal SET state = 'IN_REVIEW' WHERE id = ${id}`)
    await approve(officer(), await propose(officer(), 'decideWithdrawals', decision([id], 'approve')))
    const [released] = await rows<object>(
      sql`SELECT maker_id, checker_id, approval_seal, release_seal FROM crypto.withdrawal WHERE id = ${id}`,
    )
    const { maker_id, checker_id, approval_seal, release_seal } = released as Record<string, string>
    await asOfficer('decideWithdrawals', officer(), decision([id], 'hold'))
    await write(sql`UPDATE crypto.withdrawal SET state = 'APPROVED', maker_id = ${maker_id}, checker_id = ${checker_id},
      approval_seal = ${approval_seal}, release_seal = ${release_seal}, try_at = now() WHERE id = ${id}`)
    await test.crypto.send()
    expect(await stateOf(id)).toBe('APPROVED')
    expect(await rows(sql`SELECT 1 FROM blockchain.intent`)).toEqual([])
  })

  it('E2 a row that claims a listed address is screened nevertheless, unless two officers released it as listed', async () => {
    await fund(20_000n * USDT)
    await save(WALLET)
    const say = (ids: string[], word: string) =>
      sql`UPDATE crypto.withdrawal SET sanctions = ${word}, try_at = ${new Date()} WHERE id = ANY(${ids}::uuid[])`.execute(test.platform.db)
    const [{ id }, { id: large }] = [await ask(10n * USDT), await ask(6_000n * USDT)]
    await approve(officer(), await propose(officer(), 'decideWithdrawals', decision([large], 'approve')))
    await say([id, large], 'listed')
    test.sanctioned.add(WALLET.toLowerCase())
    await test.crypto.send()
    expect([await stateOf(id), await stateOf(large)]).toEqual(['IN_REVIEW', 'IN_REVIEW'])
    expect(await rows(sql`SELECT 1 FROM blockchain.intent`)).toEqual([])
    // Officers who did not see that it is listed did not agree to that.
    await say([id], 'clear')
    await approve(officer(), await propose(officer(), 'decideWithdrawals', decision([id], 'approve')))
    await say([id], 'listed')
    await test.crypto.send()
    expect(await stateOf(id)).toBe('IN_REVIEW')
    const request = await propose(officer(), 'decideWithdrawals', decision([id, large], 'approve'))
    const [seen] = await rows<{ changes: string }>(
      sql`SELECT changes::text AS changes FROM platform.approval_request WHERE id = ${request}`,
    )
    expect(seen?.changes).toContain('La dirección está en una lista')
    await approve(officer(), request)
    await test.crypto.send()
    expect([await stateOf(id), await stateOf(large)]).toEqual(['SIGNING', 'SIGNING'])
  })

  it('MON-07 a withdrawal at the signer is not refunded because its row claims that it was never handed over', async () => {
    await fund(100n * USDT)
    await save(WALLET)
    const { id } = await ask(10n * USDT)
    await handOver(id)
    await sql`UPDATE crypto.withdrawal SET state = 'APPROVED' WHERE id = ${id}`.execute(test.platform.db)
    expect(await code(test.call('cancelWithdrawal', customer, { params: { id } }))).toBe('crypto.withdrawal_not_cancellable')
    expect(await code(asOfficer('decideWithdrawals', officer(), decision([id], 'reject')))).toBe('crypto.withdrawal_not_decidable')
    expect(await balance()).toMatchObject({ held: 10n * USDT + FEE })
  })
})

describe('the pause of all withdrawals', () => {
  it('one officer pauses immediately: none is requested, sent or signed; two resume', async () => {
    await fund(100n * USDT)
    await save(WALLET)
    const [{ id: handed }, { id: waiting }] = [await ask(10n * USDT), await ask(11n * USDT)]
    await sql`UPDATE crypto.withdrawal SET try_at = ${new Date(Date.now() + 3_600_000)} WHERE id = ${waiting}`.execute(database.db)
    await handOver(handed)
    await sql`UPDATE crypto.withdrawal SET try_at = ${new Date()} WHERE id = ${waiting}`.execute(database.db)
    const maker = officer()
    await asOfficer('pauseWithdrawals', maker, { body: { reason: REASON } })
    expect(await code(asOfficer('pauseWithdrawals', maker, { body: { reason: REASON } }))).toBe('crypto.pause_unchanged')
    expect(await code(ask(10n * USDT))).toBe('crypto.withdrawals_paused')
    await test.crypto.send()
    expect(await show(waiting)).toMatchObject({ state: 'REQUESTED', waiting: 'paused' })
    test.start()
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    expect([await stateOf(handed), await refusedBy(handed)]).toEqual(['SIGNING', null])
    expect(await asOfficer('withdrawalsState', maker)).toMatchObject({ paused: true, reason: REASON })
    await approve(officer(), await propose(maker, 'resumeWithdrawals', { body: { reason: REASON } }))
    await expect.poll(() => stateOf(waiting), WAIT).toBe('CONFIRMED')
    await expect.poll(() => stateOf(handed), WAIT).toBe('CONFIRMED')
  })
})

describe('R13 refusals of the signer', () => {
  const start = (env: Environment = {}) => {
    test = createTestCrypto(database.connection, chain.env, env)
    test.start()
  }
  const seals = evidenceSeals(SECRETS)
  const THIEF: Address = '0x00000000000000000000000000000000000b0b0b'
  const transfer = (to: Address, amount: bigint) => encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [to, amount] })
  const write = (query: RawBuilder<unknown>) => rows(query)

  interface Forged {
    readonly data?: Hex
    readonly to?: Address
    readonly gas?: string
    readonly amount?: bigint
    /** Further rows to forge. */
    readonly change?: (id: string) => Promise<unknown>
  }
  /**
   * Forge an intent with the product's role, which inserts intents and changes none, before the schedule runs. Returns the reason of the
   * refusal.
   */
  async function forged({ data, to = chain.deployment.tokens.USDT, gas = '120000', amount = 10n * USDT, change }: Forged) {
    customer = newId()
    // The schedule of the previous one would send it while the forged row is written.
    await test.stop()
    test = createTestCrypto(database.connection, chain.env)
    await fund(20_000n * USDT)
    await save(WALLET)
    const { id } = await ask(amount)
    await change?.(id)
    await write(sql`UPDATE crypto.withdrawal SET state = 'SIGNING' WHERE id = ${id}`)
    const request = { chainId: chain.deployment.chainId, to, data: data ?? transfer(WALLET, amount), gas }
    await write(sql`INSERT INTO blockchain.intent (operation_id, wallet, kind, ref, request, state, decided_at)
      VALUES (${operationIdOf('crypto.withdrawal', id)}, 'hot', 'transfer', ${id}, ${JSON.stringify(request)}, 'decided', now())`)
    const before = await onChain(WALLET)
    test.start()
    await expect.poll(() => stateOf(id), WAIT).toBe('FAILED')
    expect([await onChain(WALLET), await onChain(THIEF)]).toEqual([before, 0n])
    expect(await balance()).toMatchObject({ held: 0n })
    return refusedBy(id)
  }
  const factsOf = async (id: string) => {
    const [found] = await rows(
      sql<{ savedAddressId: string }>`SELECT saved_address_id AS "savedAddressId" FROM crypto.withdrawal WHERE id = ${id}`,
    )
    const savedAddressId = found?.savedAddressId ?? ''
    return { id, accountId: customer, savedAddressId, address: WALLET.toLowerCase(), asset: 'USDT' as const, amount: 10n * USDT, fee: FEE }
  }

  it('another recipient, amount or call in the intent', async () => {
    const approval = encodeFunctionData({ abi: ERC20_ABI, functionName: 'approve', args: [THIEF, 10n * USDT] })
    expect(await forged({ data: transfer(THIEF, 10n * USDT) })).toBe('it pays another address')
    expect(await forged({ data: transfer(WALLET, 11n * USDT) })).toBe('it pays another amount')
    expect(await forged({ to: chain.deployment.tokens.BTC })).toBe('not the token of the withdrawal')
    expect(await forged({ gas: '150001' })).toBe('more gas than a transfer takes')
    expect(await forged({ data: approval })).toBe('the call cannot be read')
  })

  it('a row that was rewritten with its intent', async () => {
    const redirect = (id: string) => write(sql`UPDATE crypto.withdrawal SET address = ${THIEF} WHERE id = ${id}`)
    expect(await forged({ data: transfer(THIEF, 10n * USDT), change: redirect })).toBe('it is not a withdrawal that the product wrote')
    const more = (id: string) => write(sql`UPDATE crypto.withdrawal SET amount = 4000000000 WHERE id = ${id}`)
    expect(await forged({ data: transfer(WALLET, 4_000n * USDT), change: more })).toBe('it is not a withdrawal that the product wrote')
  })

  it('E2 a receiver that was removed from the row: an address of another customer stays internal', async () => {
    const inside = (await test.address(newId())).address as Address
    customer = newId()
    await fund(100n * USDT)
    await save(inside)
    const { id } = await ask(10n * USDT, { to: inside })
    await write(sql`UPDATE crypto.withdrawal SET receiver_id = NULL, state = 'SIGNING' WHERE id = ${id}`)
    const request = {
      chainId: chain.deployment.chainId,
      to: chain.deployment.tokens.USDT,
      data: transfer(inside, 10n * USDT),
      gas: '120000',
    }
    await write(sql`INSERT INTO blockchain.intent (operation_id, wallet, kind, ref, request, state, decided_at)
      VALUES (${operationIdOf('crypto.withdrawal', id)}, 'hot', 'transfer', ${id}, ${JSON.stringify(request)}, 'decided', now())`)
    test.start()
    await expect.poll(() => stateOf(id), WAIT).toBe('FAILED')
    expect([await refusedBy(id), await onChain(inside)]).toEqual(['it stays inside', 0n])
    expect(await balance()).toMatchObject({ posted: 100n * USDT, held: 0n })
  })

  it('even with the key: more than is held, or an address that the customer did not save', async () => {
    const more = async (id: string) => {
      const seal = seals.seal(withdrawalText({ ...(await factsOf(id)), amount: 11n * USDT }))
      await write(sql`UPDATE crypto.withdrawal SET amount = ${11n * USDT}, seal = ${seal} WHERE id = ${id}`)
    }
    expect(await forged({ data: transfer(WALLET, 11n * USDT), change: more })).toBe('it is not what is held')
    const foreign = async (id: string) => {
      const address = { id: newId(), accountId: newId(), address: THIEF, createdAt: new Date() }
      await write(sql`INSERT INTO crypto.saved_address (id, account_id, slot, alias, alias_key, address, seal, created_at) VALUES (${address.id},
        ${address.accountId}, 1, 'x', 'x', ${THIEF}, ${seals.seal(savedAddressText(address))}, ${address.createdAt})`)
      const seal = seals.seal(withdrawalText({ ...(await factsOf(id)), savedAddressId: address.id, address: THIEF }))
      await write(sql`UPDATE crypto.withdrawal SET address = ${THIEF}, saved_address_id = ${address.id}, seal = ${seal} WHERE id = ${id}`)
    }
    expect(await forged({ data: transfer(THIEF, 10n * USDT), change: foreign })).toBe('its address is not saved')
  })

  it("R11 an amount over the signer's threshold without the seal of two officers", async () => {
    expect(await forged({ amount: 6_000n * USDT })).toBe('two officers did not agree')
    const invent = (id: string) =>
      write(sql`UPDATE crypto.withdrawal SET maker_id = ${newId()}, checker_id = ${newId()}, approval_seal = 'ff' WHERE id = ${id}`)
    expect(await forged({ amount: 6_000n * USDT, change: invent })).toBe('two officers did not agree')
  })

  it("an address that is too new in the signer's table waits, whatever the other tables contain and even with the key", async () => {
    await fund(100n * USDT)
    const address = { id: newId(), accountId: customer, address: WALLET.toLowerCase(), createdAt: new Date(Date.now() - 48 * 3_600_000) }
    await write(sql`INSERT INTO crypto.saved_address (id, account_id, slot, alias, alias_key, address, seal, created_at) VALUES (${address.id},
      ${customer}, 1, 'x', 'x', ${address.address}, ${seals.seal(savedAddressText(address))}, ${address.createdAt})`)
    const { id } = await ask(10n * USDT)
    await handOver(id)
    await test.stop()
    start({ SIGNER_ADDRESS_AGE_HOURS: '20' })
    const seen = async () => (await rows(sql`SELECT 1 FROM blockchain.seen_address`)).length
    await expect.poll(seen, WAIT).toBe(1)
    await new Promise((resolve) => setTimeout(resolve, 1_000))
    expect([await stateOf(id), await refusedBy(id)]).toEqual(['SIGNING', null])
    const role = openDatabase({ ...database.connection, user: SIGNER_ROLE })
    await sql`UPDATE blockchain.seen_address SET seen_at = now() - interval '21 hours'`.execute(role.db)
    await role.close()
    await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
  })

  it('the product’s role cannot write that table, nor revoke a pause', async () => {
    const insert = sql`INSERT INTO blockchain.seen_address (id, account_id, address, seen_at) VALUES (${newId()}, ${newId()}, 'x', now())`
    const role = openDatabase(database.connection)
    const failed = await insert.execute(role.db).then(
      () => null,
      (error) => databaseErrorCode(error),
    )
    const unsaid = await sql`UPDATE crypto.withdrawal_pause SET is_paused = false`.execute(role.db).then(
      () => null,
      (error) => databaseErrorCode(error),
    )
    await role.close()
    expect([failed, unsaid]).toEqual(['42501', '42501'])
  })
})

describe('R17 a process that is killed', () => {
  async function killedAt(fault: string, given: object): Promise<void> {
    const { child } = runTypeScript(
      new URL('./withdraw-child.testing.ts', import.meta.url),
      [JSON.stringify({ connection: database.connection, env: chain.env, customer, ...given })],
      { FAULT_AT: fault },
    )
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    await afterKill(database.db)
  }

  it.each([
    'crypto.withdrawal_recorded',
    'crypto.withdrawal_held',
    'crypto.withdrawal_sending',
    'crypto.withdrawal_handed_over',
    'crypto.withdrawal_settled',
    'crypto.withdrawal_followed',
  ])('at %s pays once', async (fault) => {
    await fund(100n * USDT)
    await save(WALLET)
    const before = await onChain(WALLET)
    const id = newId()
    await killedAt(fault, { id, recipient: WALLET })
    test.start()
    if (fault === 'crypto.withdrawal_recorded' || fault === 'crypto.withdrawal_held') await ask(10n * USDT, { id })
    await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
    expect(await onChain(WALLET)).toBe(before + 10n * USDT)
    expect(await balance()).toMatchObject({ posted: 90n * USDT - FEE, held: 0n })
  })

  it('at crypto.withdrawal_given_back refunds once', async () => {
    await fund(100n * USDT)
    await save(WALLET)
    const { id } = await ask(10n * USDT)
    await killedAt('crypto.withdrawal_given_back', { id, step: 'cancel' })
    expect([await stateOf(id), (await balance()).held]).toEqual(['REQUESTED', 10n * USDT + FEE])
    for (let time = 0; time < 2; time++) await test.call('cancelWithdrawal', customer, { params: { id } })
    expect(await stateOf(id)).toBe('CANCELLED')
    expect(await balance()).toMatchObject({ posted: 100n * USDT, held: 0n })
    expect(await events('crypto.withdrawal_returned')).toHaveLength(1)
    await again()
    expect(await rows(sql`SELECT 1 FROM blockchain.intent`)).toEqual([])
  })

  it('at crypto.withdrawal_moved_inside credits the other customer once', async () => {
    const other = newId()
    const { address } = await test.address(other)
    await fund(100n * USDT)
    await save(address)
    const id = newId()
    await killedAt('crypto.withdrawal_moved_inside', { id, recipient: address })
    expect([await stateOf(id), (await balance(other)).posted]).toEqual(['REQUESTED', 0n])
    await Promise.all([again(), again(), again()])
    expect(await stateOf(id)).toBe('CONFIRMED')
    expect([(await balance()).posted, (await balance()).held, (await balance(other)).posted]).toEqual([90n * USDT, 0n, 10n * USDT])
    expect(await events('crypto.deposit_credited')).toHaveLength(1)
  })

  it('at crypto.withdrawal_decided releases once after the decision of two officers', async () => {
    await fund(20_000n * USDT)
    await save(WALLET)
    const before = await onChain(WALLET)
    const { id } = await ask(6_000n * USDT)
    const request = await propose(officer(), 'decideWithdrawals', decision([id], 'approve'))
    await killedAt('crypto.withdrawal_decided', { step: 'approve', request })
    expect(await stateOf(id)).toBe('IN_REVIEW')
    await approve(officer(), request)
    expect(await code(approve(officer(), request))).not.toBe('done')
    test.start()
    await expect.poll(() => stateOf(id), WAIT).toBe('CONFIRMED')
    expect(await onChain(WALLET)).toBe(before + 6_000n * USDT)
  })
})
