/** ADM-15, R11, R13: movements between the hot and the cold wallet, on a real chain with a real signer and the real books. */
import { once } from 'node:events'
import type { AssetCode } from '@tunjo/contract/money'
import type { TreasuryMovement, TreasuryTarget } from '@tunjo/contract/treasury'
import { sql } from 'kysely'
import { type Address, encodeFunctionData, type Hex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { jsonRpc } from '../../../../../dev/embedded/chain/json-rpc.ts'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { auditTrail } from '../../../../../dev/testing/audit.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { ERC20_ABI } from '../../../chain/uniswap.ts'
import { databaseErrorCode, inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { Refused } from '../../../platform/http/refusal.ts'
import type { Environment } from '../../../platform/process/settings.ts'
import { evidenceSeals } from '../../../platform/secrets/evidence-seals.ts'
import { announceEnd, forgedTransfer, forgeEnd } from '../blockchain/forging.testing.ts'
import { coldSweepText, operationIdOf } from '../blockchain/index.ts'
import { SECRETS, testSigner } from '../blockchain/testing.ts'
import { systemAccount } from '../ledger/index.ts'
import { checkBooks } from '../ledger/testing/check-books.ts'
import { CHECKER, createTestTreasury, MAKER, REASON, type TestTreasury } from './testing.ts'

const WAIT = { timeout: 30_000, interval: 50 }
vi.setConfig({ testTimeout: 90_000, hookTimeout: 60_000 })
const BTC = 100_000_000n
const UNKNOWN_WALLET = '0x52908400098527886e0f7030069857d2e4169ee7'

let chain: TestChain
let fresh: string
let database: TestDatabase
let test: TestTreasury

beforeAll(async () => {
  chain = await startTestChain({ blockTimeMs: 100, stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  fresh = await chain.snapshot()
  database = await createTestDatabase()
  await open()
})
afterEach(async () => {
  try {
    await checkBooks(test.ledger)
  } finally {
    await test.stop()
    await database.drop()
    await chain.revert(fresh)
  }
})

async function open(more: Environment = {}): Promise<void> {
  test = createTestTreasury(database.connection, chain.env, more)
  await test.books.openBooks()
  // Start block of the search for arrivals.
  await test.treasury.follow()
}
async function reopen(more: Environment): Promise<void> {
  await test.stop()
  await open(more)
}

const cold = (): Address => {
  const { coldWallet } = chain.deployment
  if (!coldWallet) throw new Error('the demo has a cold wallet')
  return coldWallet
}
const onChain = (of: Address, token: Address = chain.deployment.tokens.BTC) =>
  chain.client.readContract({ address: token, abi: ERC20_ABI, functionName: 'balanceOf', args: [of] })
const booked = async (name: string, asset: AssetCode = 'BTC') => (await test.ledger.balance(systemAccount(name, asset))).posted
const movements = async () => (await test.call<{ results: TreasuryMovement[] }>('movements', {})).results
const stateOf = async () => (await movements())[0]?.state
const codeOf = (answer: Promise<unknown>) =>
  answer.then(
    () => 'done',
    (error) => (error instanceof Refused ? error.refusal.code : String(error)),
  )
const refusedAs = async (ref: string) =>
  (await sql<{ refused: string | null }>`SELECT refused FROM blockchain.intent WHERE ref = ${ref}`.execute(database.db)).rows[0]?.refused
/** Differences that two passes both find. */
async function openDifferences(): Promise<string[]> {
  for (let pass = 0; pass < 3; pass++) await test.books.reconcile()
  const { results } = await test.call<{ results: { check: string; asset: string; state: string }[] }>('differences', {})
  return results.filter(({ state, check }) => state === 'open' && check.startsWith('chain.')).map(({ check, asset }) => `${check} ${asset}`)
}
async function sweep(amount: string, asset: AssetCode = 'BTC'): Promise<void> {
  await test.approve(await test.propose('sweep', asset, amount))
}
async function refill(amount: bigint, to: Address = chain.deployment.hotWallet): Promise<void> {
  await chain.send(
    'cold',
    chain.deployment.tokens.BTC,
    encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [to, amount] }),
  )
  // The chain may be idle by now, and no other blocks would make this final.
  await jsonRpc(chain.rpcUrl)('anvil_mine', ['0x3'])
}

async function killedAt(fault: string, given: object): Promise<void> {
  const { child } = runTypeScript(
    new URL('./sweep-child.testing.ts', import.meta.url),
    [JSON.stringify({ connection: database.connection, env: chain.env, ...given })],
    { FAULT_AT: fault },
  )
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  expect(child.signalCode).toBe('SIGKILL')
  await afterKill(database.db)
}

describe('R11 a sweep of the hot wallet', () => {
  it('leaves once two officers agreed, is settled, and the books agree throughout', async () => {
    const [hot, supplyBefore] = [await onChain(chain.deployment.hotWallet), await booked('float')]
    test.start()
    await sweep('3.5')
    await expect.poll(stateOf, WAIT).toBe('CONFIRMED')
    expect(await onChain(cold())).toBe((35n * BTC) / 10n)
    expect(await onChain(chain.deployment.hotWallet)).toBe(hot - (35n * BTC) / 10n)
    expect([await booked('cold'), await booked('float')]).toEqual([-(35n * BTC) / 10n, supplyBefore])
    expect(await openDifferences()).toEqual([])
    const [movement] = await movements()
    expect(movement).toMatchObject({
      kind: 'sweep',
      asset: 'BTC',
      amount: '3.5',
      maker: MAKER,
      checker: CHECKER,
      reason: REASON,
      failure: null,
    })
    expect(movement?.transactionHash).toMatch(/^0x[0-9a-f]{64}$/)
    const trail = await auditTrail(database.db, { objectId: movement?.id ?? '' })
    expect(trail.map(({ action, reason }) => [action, reason])).toEqual([
      ['treasury.movement_agreed', REASON],
      ['treasury.movement_ended', null],
    ])
    const steps = await sql<{ to: string; actor: string }>`SELECT to_state AS to, actor FROM treasury.state_history
      WHERE subject_id = ${movement?.id} ORDER BY id`.execute(database.db)
    // A block may have it before a check whether it was sent.
    const looked = steps.rows.map(({ to, actor }) => `${to} ${actor}`).filter((step) => step !== 'SENT chain')
    expect(looked).toEqual(['APPROVED officer', 'SIGNING system', 'CONFIRMED chain'])
    expect(test.notices).toContain('treasury.movement: sweep 3,5\u00a0BTC done')
  })

  it('of COPT too: supply outside the treasury is unchanged', async () => {
    test.start()
    await sweep('1000000', 'COP')
    await expect.poll(stateOf, WAIT).toBe('CONFIRMED')
    expect(await booked('cold', 'COP')).toBe(-100_000_000n)
    expect(await openDifferences()).toEqual([])
  })

  it('is never approved by its maker, alone in an emergency, or twice', async () => {
    const requestId = await test.propose('sweep', 'BTC', '1')
    expect(await codeOf(test.approve(requestId, MAKER))).toBe('approvals.own_request')
    expect(await codeOf(test.call('breakGlass', { params: { id: requestId }, body: { note: REASON } }))).toBe('approvals.never_alone')
    expect(await codeOf(test.propose('sweep', 'BTC', '2'))).toBe('approvals.already_waiting')
    const answers = await Promise.all(Array.from({ length: 12 }, () => codeOf(test.approve(requestId))))
    expect(answers.filter((answer) => answer === 'done')).toHaveLength(1)
    expect(await movements()).toHaveLength(1)
    expect(await codeOf(test.propose('sweep', 'BTC', '1'))).toBe('treasury.movement_open')
    test.start()
    await Promise.all(Array.from({ length: 8 }, () => test.treasury.follow()))
    await expect.poll(stateOf, WAIT).toBe('CONFIRMED')
    expect(await onChain(cold())).toBe(BTC)
  })

  it('leaves the target in the wallet, at the proposal and at the transfer', async () => {
    const hot = await onChain(chain.deployment.hotWallet)
    const excess = hot - 20n * BTC
    expect(await codeOf(test.propose('sweep', 'BTC', `${(excess + BTC) / BTC}`))).toBe('treasury.not_above_target')
    for (const amount of ['0', '-1', '0.000000001', 'uno'])
      expect(await codeOf(test.propose('sweep', 'BTC', amount)), amount).toBe('treasury.amount_invalid')
    await sweep('4')
    // Before the job runs, two coins go elsewhere.
    const otherTransfer = encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [UNKNOWN_WALLET, 2n * BTC] })
    await chain.send('hot', chain.deployment.tokens.BTC, otherTransfer)
    await test.treasury.follow()
    expect((await movements())[0]).toMatchObject({ state: 'FAILED', failure: 'not_above_target' })
    expect(await onChain(cold())).toBe(0n)
    expect(await booked('cold')).toBe(0n)
  })

  it('goes back to its maker when the target changed meanwhile', async () => {
    const requestId = await test.propose('sweep', 'BTC', '1')
    await reopen({ TREASURY_HOT_TARGET_BTC: '19' })
    expect(await codeOf(test.approve(requestId))).toBe('approvals.facts_changed')
    expect(await movements()).toEqual([])
  })

  it('waits while the asset is frozen', async () => {
    await sweep('1')
    await inTransaction(test.platform.db, (tx) => test.ledger.freeze(tx, { asset: 'BTC', reason: 'chain.hot' }))
    await test.treasury.follow()
    expect(await stateOf()).toBe('APPROVED')
  })

  it('R5 is not signed after the hand-over while the asset is frozen, and leaves after the lift', async () => {
    await sweep('1')
    await test.treasury.follow()
    const operationId = operationIdOf('treasury.sweep', (await movements())[0]?.id ?? '')
    await inTransaction(test.platform.db, (tx) => test.ledger.freeze(tx, { asset: 'BTC', reason: 'chain.hot' }))
    const signer = testSigner(database.signerConnection, chain)
    expect([await stateOf(), await signer.sign(operationId)]).toEqual(['SIGNING', 'waits'])
    await inTransaction(test.platform.db, (tx) => test.ledger.lift(tx, 'BTC'))
    expect(await signer.sign(operationId)).toBe('stored')
    await signer.close()
    test.start()
    await expect.poll(stateOf, WAIT).toBe('CONFIRMED')
  })

  it('over the signer’s limits is refused, and officers are notified', async () => {
    await reopen({ SIGNER_OPERATION_MAX_BTC: '1', SIGNER_DAY_MAX_BTC: '1.5' })
    test.start()
    await sweep('1.1')
    await expect.poll(stateOf, WAIT).toBe('FAILED')
    expect((await movements())[0]?.failure).toBe('refused')
    expect(test.notices).toContain('treasury.movement: sweep 1,1\u00a0BTC failed')
    await sweep('1')
    await expect.poll(stateOf, WAIT).toBe('CONFIRMED')
    await sweep('0.6')
    await expect.poll(stateOf, WAIT).toBe('FAILED')
    expect(await onChain(cold())).toBe(BTC)
    expect(await booked('cold')).toBe(-BTC)
  })

  it.each([
    'treasury.agreed',
    'treasury.sweep_handing_over',
    'treasury.sweep_handed_over',
    'treasury.sweep_settled',
    'treasury.sweep_followed',
  ])('R17 killed at %s is sent once and settled once', async (fault) => {
    const requestId = await test.propose('sweep', 'BTC', '2')
    await killedAt(fault, { requestId })
    test.start()
    if (fault === 'treasury.agreed') await test.approve(requestId)
    await expect.poll(stateOf, WAIT).toBe('CONFIRMED')
    expect(await onChain(cold())).toBe(2n * BTC)
    expect(await booked('cold')).toBe(-2n * BTC)
    expect(await openDifferences()).toEqual([])
  })
})

describe('R13 an attacker who can only write to the database', () => {
  interface Forged {
    readonly to?: Address
    readonly amount?: bigint
    readonly coldAddress?: string
    readonly checker?: string
    readonly seal?: string
    readonly token?: Address
    readonly gas?: bigint
  }
  /** Write with the product's role: a row and its intent, bypassing every rule of the product. */
  async function forge({ to = cold(), amount = BTC, checker = CHECKER, gas = 120_000n, ...given }: Forged): Promise<string> {
    const id = newId()
    const coldAddress = given.coldAddress ?? cold().toLowerCase()
    const seal = given.seal ?? '00'.repeat(32)
    await sql`INSERT INTO treasury.movement (id, kind, asset, amount, cold_address, maker_id, checker_id, seal, reason, state, created_at)
      VALUES (${id}, 'sweep', 'BTC', ${BTC}, ${coldAddress}, ${MAKER}, ${checker}, ${seal}, 'forged', 'SIGNING', now())`.execute(
      database.db,
    )
    const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [to, amount] })
    const operation = { operationId: operationIdOf('treasury.sweep', id), wallet: 'hot', kind: 'to_cold', ref: id } as const
    const { BTC: token } = chain.deployment.tokens
    await inTransaction(database.db, (tx) => test.blockchain.submitWithin(tx, { ...operation, to: given.token ?? token, data, gas }))
    return id
  }
  const sealed = (coldAddress: string, amount = BTC) => {
    // A seal that an attacker with the key could make for a row whose id they know, to show that the other checks hold.
    return (id: string) =>
      evidenceSeals(SECRETS).seal(coldSweepText({ id, asset: 'BTC', amount, coldAddress }, { makerId: MAKER, checkerId: CHECKER }))
  }

  it.each<[string, () => Forged, string]>([
    ['no seal of the product', () => ({}), 'two officers did not agree'],
    ['another address in the call', () => ({ to: UNKNOWN_WALLET }), 'it does not pay the cold wallet'],
    ['another address in call and row', () => ({ to: UNKNOWN_WALLET, coldAddress: UNKNOWN_WALLET }), 'it does not pay the cold wallet'],
    ['another address in the row', () => ({ coldAddress: UNKNOWN_WALLET }), 'it was agreed for another address'],
    ['another amount', () => ({ amount: 2n * BTC }), 'it pays another amount'],
    ['another token', () => ({ token: chain.deployment.tokens.USDT }), 'not the token of the movement'],
    ['more gas', () => ({ gas: 500_000n }), 'more gas than a transfer takes'],
  ])('gets no signature: %s', async (_what, given, reason) => {
    test.start()
    const id = await forge(given())
    await expect.poll(() => refusedAs(id), WAIT).toBe(reason)
    await expect.poll(stateOf, WAIT).toBe('FAILED')
    expect([await onChain(cold()), await onChain(UNKNOWN_WALLET)]).toEqual([0n, 0n])
  })

  it('cannot make one officer two, nor reuse the seal of another movement', async () => {
    const error = await forge({ checker: MAKER }).catch((failure) => failure)
    expect(databaseErrorCode(error)).toBe('23514')
    test.start()
    const id = await forge({ seal: sealed(cold().toLowerCase())(newId()) })
    await expect.poll(() => refusedAs(id), WAIT).toBe('two officers did not agree')
  })

  it.each(['confirmed', 'reverted', 'superseded'] as const)('forges that a sweep %s: nothing is posted or ended by it', async (state) => {
    const logged = vi.spyOn(test.platform.log, 'error')
    await sweep('2')
    await test.treasury.follow()
    const id = (await movements())[0]?.id ?? ''
    const operationId = operationIdOf('treasury.sweep', id)
    const signer = testSigner(database.signerConnection, chain)
    expect(await signer.sign(operationId)).toBe('stored')
    await signer.close()
    const { tokens, hotWallet } = chain.deployment
    const logs = [forgedTransfer(tokens.BTC, hotWallet, cold(), 2n * BTC)]
    await forgeEnd(database.db, operationId, { kind: 'to_cold', ref: id, state, logs })
    await announceEnd(database.db, operationId, { kind: 'to_cold', ref: id, state: 'refused' })
    const posted = sql<{ at: Date }>`SELECT recorded_at AS at FROM ledger.transfer WHERE code = 'treasury.swept'`
    test.start()
    await expect.poll(stateOf, WAIT).toBe('CONFIRMED')
    expect(await onChain(cold())).toBe(2n * BTC)
    const { hash = '0x' } =
      (await sql<{ hash: Hex }>`SELECT hash FROM blockchain.chain_transaction WHERE operation_id = ${operationId}`.execute(database.db))
        .rows[0] ?? {}
    const { timestamp } = await chain.client.getBlock({ blockHash: (await chain.client.getTransactionReceipt({ hash })).blockHash })
    const [{ at } = { at: new Date(0) }, ...more] = (await posted.execute(database.db)).rows
    expect(more).toEqual([])
    // Not before the chain had it, whatever time was written.
    expect(at.getTime()).toBeGreaterThanOrEqual(Number(timestamp) * 1_000)
    expect(logged.mock.calls.some(([facts]: unknown[]) => JSON.stringify(facts).includes('chain_result_forged'))).toBe(true)
    expect(await openDifferences()).toEqual([])
  })

  it.each(['a movement that does not exist', 'no id'])(
    'D12 forges the end of %s: it is reported once, and its event ends',
    async (named) => {
      const logged = vi.spyOn(test.platform.log, 'error')
      const ref = named === 'no id' ? 'x' : newId()
      await announceEnd(database.db, operationIdOf('treasury.sweep', ref), { kind: 'to_cold', ref, state: 'refused' })
      test.start()
      const forged = () => logged.mock.calls.filter(([facts]: unknown[]) => JSON.stringify(facts)?.includes('chain_event_forged')).length
      await expect.poll(forged, WAIT).toBe(1)
      expect((await sql`SELECT 1 FROM platform.event_retry`.execute(database.db)).rows).toEqual([])
    },
  )

  it('changes the agreed facts, and nothing is handed over', async () => {
    await sweep('1')
    await sql`UPDATE treasury.movement SET amount = ${4n * BTC}`.execute(database.db)
    await test.treasury.follow()
    expect(await stateOf()).toBe('APPROVED')
    expect((await sql`SELECT 1 FROM blockchain.intent WHERE kind = 'to_cold'`.execute(database.db)).rows).toEqual([])
  })

  it('inserts an operation without a movement', async () => {
    test.start()
    const ref = newId()
    const data = encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [cold(), BTC] })
    const operation = { operationId: operationIdOf('treasury.sweep', ref), wallet: 'hot', kind: 'to_cold', ref } as const
    await inTransaction(database.db, (tx) =>
      test.blockchain.submitWithin(tx, { ...operation, to: chain.deployment.tokens.BTC, data, gas: 120_000n }),
    )
    await expect.poll(() => refusedAs(ref), WAIT).toBe('no movement of the treasury asked for it')
  })
})

describe('ADM-15 a refill of the hot wallet', () => {
  const fill = async () => {
    test.start()
    await sweep('4')
    await expect.poll(stateOf, WAIT).toBe('CONFIRMED')
  }

  it('is recognised on chain when it arrives, once, and the books agree before, during and after', async () => {
    await fill()
    await test.approve(await test.propose('refill', 'BTC', '1.5'))
    expect(await stateOf()).toBe('APPROVED')
    expect(await openDifferences()).toEqual([])
    await refill((15n * BTC) / 10n)
    await test.books.reconcile()
    await expect.poll(stateOf, WAIT).toBe('CONFIRMED')
    await Promise.all(Array.from({ length: 6 }, () => test.treasury.follow()))
    expect(await booked('cold')).toBe(-(25n * BTC) / 10n)
    expect(await openDifferences()).toEqual([])
    expect((await movements())[0]).toMatchObject({ kind: 'refill', amount: '1.5', transactionHash: expect.stringMatching(/^0x/) })
    expect(test.notices).toContain('treasury.movement: refill 1,5\u00a0BTC done')
  })

  it.each(['treasury.arrivals_booking', 'treasury.arrivals_booked'])(
    'R17 killed at %s it is booked once, and its request ends once',
    async (fault) => {
      await fill()
      await test.approve(await test.propose('refill', 'BTC', '1.5'))
      await test.platform.jobs.stop()
      await refill((15n * BTC) / 10n)
      await killedAt(fault, {})
      expect(await stateOf()).toBe(fault === 'treasury.arrivals_booking' ? 'APPROVED' : 'CONFIRMED')
      for (let time = 0; time < 3; time++) await test.treasury.follow()
      expect([await stateOf(), await booked('cold')]).toEqual(['CONFIRMED', -(25n * BTC) / 10n])
      expect(await openDifferences()).toEqual([])
    },
  )

  it('without a request is booked and reported nevertheless; with another amount it does not end the request', async () => {
    await fill()
    await test.approve(await test.propose('refill', 'BTC', '1'))
    await refill(2n * BTC)
    await expect.poll(() => booked('cold'), WAIT).toBe(-2n * BTC)
    expect(await stateOf()).toBe('APPROVED')
    expect(test.notices).toContain('treasury.movement: refill 2\u00a0BTC unasked')
    const { unasked } = await test.call<{ unasked: object[] }>('targets', {})
    expect(unasked).toMatchObject([{ asset: 'BTC', amount: '2' }])
    expect(await openDifferences()).toEqual([])
  })

  it("from before the treasury's first block is the operator’s to book, also while older blocks are read again", async () => {
    await fill()
    await test.platform.jobs.stop()
    await sql`DELETE FROM treasury.place`.execute(database.owner)
    await refill(BTC)
    await test.treasury.follow()
    await jsonRpc(chain.rpcUrl)('anvil_mine', ['0x3'])
    await test.treasury.follow()
    expect(await booked('cold')).toBe(-4n * BTC)
    await refill(2n * BTC)
    await test.treasury.follow()
    expect(await booked('cold')).toBe(-2n * BTC)
  })

  it('is cancelled by an officer, once; a sweep is not', async () => {
    await fill()
    const [swept] = await movements()
    await test.approve(await test.propose('refill', 'BTC', '1'))
    const [waiting] = await movements()
    const cancel = (id?: string) => test.call('cancelRefill', { params: { id }, body: { reason: REASON } })
    expect(await codeOf(cancel(swept?.id))).toBe('treasury.not_cancellable')
    expect(await codeOf(cancel(newId()))).toBe('request.not_found')
    expect(await codeOf(cancel(waiting?.id))).toBe('done')
    expect(await codeOf(cancel(waiting?.id))).toBe('treasury.not_cancellable')
    const trail = await auditTrail(database.db, { action: 'treasury.refill_cancelled' })
    expect(trail).toMatchObject([{ object: { id: waiting?.id }, reason: REASON }])
  })

  it('tokens that leave the cold wallet to another destination are a shortage that freezes the asset', async () => {
    await fill()
    await refill(BTC, UNKNOWN_WALLET)
    expect(await openDifferences()).toEqual(['chain.cold BTC'])
    expect((await test.ledger.freezes()).map(({ asset }) => asset)).toEqual(['BTC'])
  })
})

describe('ADM-15 the target of the hot wallet', () => {
  it('notifies officers once when the wallet leaves its band, and suggests the correction', async () => {
    await reopen({ TREASURY_HOT_TARGET_BTC: '10', TREASURY_HOT_TARGET_USDT: '9000000' })
    await test.treasury.watch()
    await test.treasury.watch()
    expect(test.notices).toEqual([
      'treasury.hot_wallet: above 25\u00a0BTC 10\u00a0BTC',
      'treasury.hot_wallet: below 2.000.000\u00a0USDT 9.000.000\u00a0USDT',
    ])
    const { targets } = await test.call<{ targets: TreasuryTarget[] }>('targets', {})
    expect(targets.find(({ asset }) => asset === 'BTC')).toMatchObject({
      low: '7',
      high: '13',
      hot: '25',
      cold: '0',
      sweepable: '15',
      suggestion: { kind: 'sweep', amount: '15' },
    })
    // The cold wallet has nothing to refill it from.
    expect(targets.find(({ asset }) => asset === 'USDT')).toMatchObject({ suggestion: null, sweepable: '0' })
    expect(await movements()).toEqual([])
    expect(await test.treasury.figures.read()).toMatchObject({ above: 1, below: 1 })
  })
})
