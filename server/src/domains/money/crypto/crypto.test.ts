import { once } from 'node:events'
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { sql } from 'kysely'
import { type Address, encodeDeployData, encodeFunctionData, getContractAddress, type Hex, keccak256, parseEther } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { jsonRpc } from '../../../../../dev/embedded/chain/json-rpc.ts'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { afterKill } from '../../../../../dev/testing/after-kill.ts'
import { runTypeScript } from '../../../../../dev/testing/child-process.ts'
import { createTestDatabase, type TestDatabase } from '../../../../../dev/testing/database.ts'
import { DemoToken, DepositForwarderFactory } from '../../../../../solidity/artifacts.generated.ts'
import { sendSigned } from '../../../chain/send-signed.ts'
import { ERC20_ABI } from '../../../chain/uniswap.ts'
import { databaseErrorCode, inTransaction } from '../../../platform/database/database.ts'
import { newId } from '../../../platform/database/ids.ts'
import { refusal } from '../../../platform/http/refusal.ts'
import { operationIdOf } from '../blockchain/index.ts'
import { SWEEPS_OF_ADDRESS_MAX, testSigner } from '../blockchain/testing.ts'
import { customerAccount, systemAccount } from '../ledger/index.ts'
import { depositAddressOf, saltOf } from './addresses/deposit-address.ts'
import { CONFIRMATIONS, createTestCrypto, type TestCrypto } from './testing.ts'

const WAIT = { timeout: 20_000, interval: 50 }
let chain: TestChain
let database: TestDatabase
let test: TestCrypto
let customer: string
let own: Address

beforeAll(async () => {
  chain = await startTestChain({ stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  database = await createTestDatabase()
  test = createTestCrypto(database.connection, chain.env)
  customer = newId()
  own = (await test.address(customer)).address as Address
  await test.crypto.follow()
})
afterEach(async () => {
  try {
    await checkBooks()
  } finally {
    await test.stop()
    await database.drop()
  }
})

const balance = (asset: AssetCode, owner = customer) => test.ledger.balance(customerAccount(owner, asset)).then(({ posted }) => posted)
const states = async (owner = customer) => (await test.deposits(owner)).map(({ state }) => state)
const mine = async (blocks = 1) => {
  for (let block = 0; block < blocks; block++) await jsonRpc(chain.rpcUrl)('evm_mine')
}
const transfer = (to: Address, amount: bigint) => encodeFunctionData({ abi: ERC20_ABI, functionName: 'transfer', args: [to, amount] })
const send = (token: 'COPT' | 'BTC' | 'USDT', amount: bigint, to = own) =>
  chain.send('visitor', chain.deployment.tokens[token], transfer(to, amount))
/** Mine until deposits are credited. */
const settle = async () => {
  await mine(CONFIRMATIONS)
  await test.crypto.follow()
}
const unrecognized = async () =>
  (await sql<{ kind: string }>`SELECT kind FROM crypto.unrecognized ORDER BY seen_at, id`.execute(database.db)).rows.map(({ kind }) => kind)

/** MON-10: after every test each asset adds up to zero. */
async function checkBooks(): Promise<void> {
  expect((await test.ledger.verify()).faults).toEqual([])
  for (const asset of ASSET_CODES) {
    const others = await Promise.all(
      ['deposit_addresses', 'deposits_uncredited', 'chain'].map((name) => test.ledger.balance(systemAccount(name, asset))),
    )
    expect(others.reduce((sum, { posted }) => sum + posted, await balance(asset))).toBe(0n)
  }
}

async function deploy(bytecode: Hex): Promise<Address> {
  const account = chain.wallets.visitor
  const nonce = await chain.client.getTransactionCount({ address: account.address, blockTag: 'pending' })
  const fees = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
  const { chainId } = chain.deployment
  const signed = await account.signTransaction({ type: 'eip1559', chainId, nonce, data: bytecode, gas: 3_000_000n, ...fees })
  await sendSigned(chain.client, signed)
  const receipt = await chain.client.waitForTransactionReceipt({ hash: keccak256(signed), pollingInterval: 20 })
  expect(receipt.status).toBe('success')
  return getContractAddress({ from: account.address, nonce: BigInt(nonce) })
}

describe('MON-05 deposit addresses', () => {
  it('are computed without a key or a node, and equal those of the factory', async () => {
    const args = [saltOf(customer)] as const
    const { forwarderFactory: address } = chain.deployment
    const onChain = await chain.client.readContract({ address, abi: DepositForwarderFactory.abi, functionName: 'addressOf', args })
    expect(own).toBe(onChain)
    expect((await test.address(customer)).address).toBe(own)
    expect((await test.address(newId())).address).not.toBe(own)
  })

  it('show network, contracts, minimums and confirmations', async () => {
    const answer = await test.address(customer)
    expect(answer).toMatchObject({ confirmationsNeeded: CONFIRMATIONS, network: { chainId: chain.deployment.chainId } })
    expect(answer.tokens.map(({ asset, symbol, contract, minimum }) => [asset, symbol, contract, minimum])).toEqual([
      ['COP', 'COPT', chain.deployment.tokens.COPT, '1000'],
      ['BTC', 'BTC', chain.deployment.tokens.BTC, '0.00001'],
      ['USDT', 'USDT', chain.deployment.tokens.USDT, '1'],
    ])
  })

  it('are for the caller alone, and not for an account that may not move money', async () => {
    await expect(test.address(newId(), customer)).rejects.toMatchObject({ refusal: { code: 'request.not_found' } })
    test.limits.refusal = refusal('limits.not_verified')
    await expect(test.address(newId())).rejects.toMatchObject({ refusal: { code: 'limits.not_verified' } })
  })

  it('SEC-53 twenty concurrent requests return the same address', async () => {
    const person = newId()
    const answers = await Promise.all(Array.from({ length: 20 }, () => test.address(person)))
    expect(new Set(answers.map(({ address }) => address)).size).toBe(1)
  })
})

describe('MON-05 deposits', () => {
  it('SEC-52 are shown immediately, credited once after the confirmations, and counted in the month', async () => {
    await send('USDT', 25_000_000n)
    await expect.poll(async () => test.crypto.follow().then(() => states()), WAIT).toHaveLength(1)
    await settle()
    await expect.poll(async () => test.crypto.follow().then(() => states()), WAIT).toEqual(['COMPLETED'])
    await Promise.all([test.crypto.follow(), test.crypto.follow(), test.crypto.follow()])
    expect(await balance('USDT')).toBe(25_000_000n)
    const [deposit] = await test.deposits(customer)
    expect(deposit).toMatchObject({ asset: 'USDT', amount: '25', fee: '0', to_address: own, confirmations: CONFIRMATIONS, reason: null })
    expect([...test.limits.counted.values()]).toEqual([10_000_000n])
    const flow = await sql`SELECT direction, value_cop FROM crypto.money_flow WHERE account_id = ${customer}`.execute(database.db)
    expect(flow.rows).toEqual([{ direction: 'in', value_cop: 10_000_000n }])
  })

  it('are separate for every asset, and for several in one transaction', async () => {
    await chain.send(
      'treasury',
      chain.deployment.tokens.COPT,
      encodeFunctionData({ abi: DemoToken.abi, functionName: 'mint', args: [chain.deployment.visitor, 500_000n] }),
    )
    await send('COPT', 500_000n)
    await send('BTC', 1_000n)
    await send('BTC', 2_000n)
    await settle()
    await expect.poll(async () => test.crypto.follow().then(() => balance('BTC')), WAIT).toBe(3_000n)
    expect(await balance('COP')).toBe(500_000n)
  })

  it('R15 wait for their confirmations', async () => {
    await jsonRpc(chain.rpcUrl)('evm_mine')
    const receipt = await send('USDT', 5_000_000n)
    const block = (await chain.client.getTransactionReceipt({ hash: receipt.hash })).blockNumber
    await test.crypto.follow()
    const [seen] = await test.deposits(customer)
    const head = await chain.client.getBlockNumber()
    if (head - block + 1n < BigInt(CONFIRMATIONS)) expect(seen?.state).toBe('PENDING')
    expect(seen?.confirmations).toBeLessThanOrEqual(CONFIRMATIONS)
    await settle()
    expect(await states()).toEqual(['COMPLETED'])
  })

  it('are credited once by concurrent workers', async () => {
    const others = Array.from({ length: 4 }, () => createTestCrypto(database.connection, chain.env))
    for (let sent = 0; sent < 5; sent++) await send('USDT', 2_000_000n)
    await mine(CONFIRMATIONS)
    await Promise.all([test, ...others].flatMap(({ crypto }) => [crypto.follow(), crypto.follow()]))
    await Promise.all([test, ...others].map(({ crypto }) => crypto.follow()))
    expect(await balance('USDT')).toBe(10_000_000n)
    await Promise.all(others.map((other) => other.stop()))
  })

  it('KYC-18 above the limit of the month are held with the reason, and credited automatically when they may be', async () => {
    test.limits.refusal = refusal('limits.monthly_exceeded', { used: '1', maximum: '2' })
    await send('USDT', 25_000_000n)
    await settle()
    await expect.poll(async () => test.crypto.follow().then(() => states()), WAIT).toEqual(['IN_REVIEW'])
    expect((await test.deposits(customer))[0]?.reason).toMatch(/límite del mes/)
    expect(await balance('USDT')).toBe(0n)
    test.limits.refusal = null
    await sql`UPDATE crypto.deposit SET try_at = now()`.execute(database.db)
    await test.crypto.follow()
    expect(await states()).toEqual(['COMPLETED'])
    expect(await balance('USDT')).toBe(25_000_000n)
  })

  it('ADM-15 from an address on the blocklist are held like any in review, and credited when it is removed from the list', async () => {
    // Before it is sent: blocks are mined automatically, and a deep enough deposit is credited.
    const sender = chain.deployment.visitor.toLowerCase()
    test.sanctioned.add(sender)
    await send('USDT', 25_000_000n)
    await settle()
    await expect.poll(async () => test.crypto.follow().then(() => states()), WAIT).toEqual(['IN_REVIEW'])
    expect((await test.deposits(customer))[0]?.reason).toMatch(/tu cuenta no puede recibir dinero en este momento/)
    expect(await balance('USDT')).toBe(0n)
    test.sanctioned.delete(sender)
    await sql`UPDATE crypto.deposit SET try_at = now()`.execute(database.db)
    await test.crypto.follow()
    expect([await states(), await balance('USDT')]).toEqual([['COMPLETED'], 25_000_000n])
  }, 60_000)

  it('KYC-18 held ones are credited although the minimum was raised meanwhile', async () => {
    test.limits.refusal = refusal('limits.monthly_exceeded', { used: '1', maximum: '2' })
    await send('USDT', 25_000_000n)
    await settle()
    await expect.poll(async () => test.crypto.follow().then(() => states()), WAIT).toEqual(['IN_REVIEW'])
    await sql`UPDATE crypto.deposit SET try_at = now()`.execute(database.db)
    const stricter = createTestCrypto(database.connection, chain.env, { CRYPTO_DEPOSIT_MINIMUM_USDT: '100' })
    await stricter.crypto.follow()
    await stricter.stop()
    expect(await states()).toEqual(['COMPLETED'])
    expect(await balance('USDT')).toBe(25_000_000n)
  })

  it('of a block whose transaction the node does not show yet are not skipped', async () => {
    await send('USDT', 25_000_000n)
    const lagging = vi.spyOn(test.blockchain.blocks, 'minedTransaction').mockResolvedValue(null)
    await test.crypto.follow()
    expect(await states()).toEqual([])
    lagging.mockRestore()
    await settle()
    await expect.poll(async () => test.crypto.follow().then(() => states()), WAIT).toEqual(['COMPLETED'])
  })

  it('that cannot be credited are deferred, and block nothing behind them', async () => {
    await send('USDT', 25_000_000n)
    await mine(CONFIRMATIONS)
    // The scanner books the arrival nevertheless.
    const post = test.ledger.postWithin
    let credits = 0
    const broken = vi.spyOn(test.ledger, 'postWithin').mockImplementation(async (tx, legs) => {
      if (legs.every(({ code }) => code !== 'crypto.deposit')) return post(tx, legs)
      credits++
      throw new Error('broken')
    })
    await test.crypto.follow()
    expect(credits).toBe(1)
    await test.crypto.follow()
    expect(credits).toBe(1)
    broken.mockRestore()
    await sql`UPDATE crypto.deposit SET try_at = now()`.execute(database.db)
    await test.crypto.follow()
    expect(await balance('USDT')).toBe(25_000_000n)
  })
})

describe('SEC-52 MON-05 R14 fake deposits credit nothing', () => {
  afterEach(async () => {
    expect(await Promise.all(ASSET_CODES.map((asset) => balance(asset)))).toEqual([0n, 0n, 0n])
  })

  it('1 a transaction that reverts', async () => {
    expect((await send('USDT', 10n ** 30n)).status).toBe('reverted')
    await settle()
    expect(await states()).toEqual([])
  })

  it('2 a token with the same name and symbol', async () => {
    const args = ['Tether USD', 'USDT', 6, chain.deployment.visitor] as const
    const fake = await deploy(encodeDeployData({ abi: DemoToken.abi, bytecode: DemoToken.bytecode, args }))
    await chain.send('visitor', fake, encodeFunctionData({ abi: DemoToken.abi, functionName: 'mint', args: [own, 1_000_000_000n] }))
    await settle()
    expect(await states()).toEqual([])
    expect(await unrecognized()).toEqual(['unknown_token'])
  })

  it('3 a contract that only logs a transfer, and 4 one that logs unreadable data', async () => {
    // PUSH topics, LOG3 of one word (or of nothing) at deployment: Transfer(visitor, own, memory).
    const topic = keccak256(new TextEncoder().encode('Transfer(address,address,uint256)')).slice(2)
    const word = (address: Address) => address.slice(2).toLowerCase().padStart(64, '0')
    const log = (bytes: string): Hex => `0x61ffff6000527f${word(own)}7f${word(chain.deployment.visitor)}7f${topic}60${bytes}6000a300`
    await deploy(log('20'))
    await deploy(log('00'))
    await settle()
    expect(await states()).toEqual([])
    expect(await unrecognized()).toEqual(['unknown_token'])
  })

  it('B2 300 logs of a worthless token, which displace nothing of value, and are only counted beyond 200', async () => {
    const topic = keccak256(new TextEncoder().encode('Transfer(address,address,uint256)')).slice(2)
    const word = (address: Address) => address.slice(2).toLowerCase().padStart(64, '0')
    // The log of test 3, 150 times in one deployment.
    const log = `7f${word(own)}7f${word(chain.deployment.visitor)}7f${topic}60206000a3`
    for (const _ of [1, 2]) await deploy(`0x61ffff600052${log.repeat(150)}00`)
    expect(await sendEther()).toBe('success')
    await settle()
    const kinds = await unrecognized()
    expect([kinds.filter((kind) => kind === 'unknown_token').length, kinds.filter((kind) => kind === 'native_coin').length]).toEqual([
      200, 1,
    ])
    const unlisted = await sql<{ count: number }>`SELECT sum(count)::int AS count FROM crypto.unlisted_spam`.execute(database.db)
    expect(unlisted.rows[0]?.count).toBe(100)
    expect(await states()).toEqual([])
  })

  it('5 nothing at all, and 6 ether, unless it reverted (B3)', async () => {
    await send('USDT', 0n)
    expect(await sendEther()).toBe('success')
    await settle()
    expect(await states()).toEqual([])
    expect(await unrecognized()).toEqual(['zero_amount', 'native_coin'])
    // With its contract deployed, the address refuses ether.
    const deployed = encodeFunctionData({ abi: DepositForwarderFactory.abi, functionName: 'sweep', args: [saltOf(customer), []] })
    await chain.send('visitor', chain.deployment.forwarderFactory, deployed)
    expect(await sendEther()).toBe('reverted')
    await settle()
    expect(await unrecognized()).toEqual(['zero_amount', 'native_coin'])
  })

  async function sendEther(): Promise<'success' | 'reverted'> {
    const { visitor } = chain.wallets
    const nonce = await chain.client.getTransactionCount({ address: visitor.address, blockTag: 'pending' })
    const fees = { maxFeePerGas: 100_000_000_000n, maxPriorityFeePerGas: 1_000_000_000n }
    const { chainId } = chain.deployment
    const signed = await visitor.signTransaction({
      type: 'eip1559',
      chainId,
      nonce,
      to: own,
      value: parseEther('1'),
      gas: 50_000n,
      ...fees,
    })
    await sendSigned(chain.client, signed)
    return (await chain.client.waitForTransactionReceipt({ hash: keccak256(signed), pollingInterval: 20 })).status
  }

  it('7 transfers and mints of the platform itself', async () => {
    await chain.send('hot', chain.deployment.tokens.USDT, transfer(own, 7_000_000n))
    const mint = encodeFunctionData({ abi: DemoToken.abi, functionName: 'mint', args: [own, 700_000n] })
    await chain.send('treasury', chain.deployment.tokens.COPT, mint)
    await settle()
    expect(await states()).toEqual([])
    expect(await unrecognized()).toEqual(['from_house', 'from_house'])
  })

  it('8 dust', async () => {
    await send('USDT', 999_999n)
    await settle()
    expect(await states()).toEqual(['BELOW_MINIMUM'])
    expect((await test.deposits(customer))[0]?.reason).toMatch(/guardadas.*mínimo/)
  })

  it('H10 one whose price is unreliable, until it is reliable: no limit is applied with it', async () => {
    test.prices.isStale = true
    await send('USDT', 25_000_000n)
    await settle()
    expect([await states(), test.limits.counted.size]).toEqual([['PENDING'], 0])
  })

  it('9 rows that an attacker wrote into the database', async () => {
    await send('USDT', 25_000_000n, depositAddressOf(chain.deployment.forwarderFactory, newId()))
    const { hash } = await send('USDT', 25_000_000n, depositAddressOf(chain.deployment.forwarderFactory, newId()))
    const { blockNumber, blockHash } = await chain.client.getTransactionReceipt({ hash })
    for (const transactionHash of [hash, keccak256('0x01')])
      await sql`INSERT INTO crypto.deposit (id, chain_id, transaction_hash, log_position, account_id, address, asset, amount, from_address,
          block_number, block_hash, state, try_at, created_at, updated_at)
        VALUES (${newId()}, 1, ${transactionHash}, 0, ${customer}, ${own.toLowerCase()}, 'USDT', 25000000, '0x', ${blockNumber}, ${blockHash},
          'PENDING', now(), now(), now())`.execute(database.db)
    await settle()
    expect(await states()).toEqual(['PENDING', 'PENDING'])
  })
})

describe('D7 small deposits add up', () => {
  const SMALL = 600_000n
  const small = async () => {
    await send('USDT', SMALL)
    await settle()
  }

  it('and are credited once each when they reach the minimum together, also by concurrent passes', async () => {
    await small()
    expect([await states(), await balance('USDT')]).toEqual([['BELOW_MINIMUM'], 0n])
    await send('USDT', SMALL)
    await mine(CONFIRMATIONS)
    await Promise.all([test.crypto.follow(), test.crypto.follow(), test.crypto.follow()])
    await test.crypto.follow()
    expect([await states(), await balance('USDT')]).toEqual([['COMPLETED', 'COMPLETED'], 2n * SMALL])
    expect([...test.limits.counted.values()]).toEqual([2_400_00n, 2_400_00n])
    // A credited deposit counts for no later sum.
    await small()
    expect([await states(), await balance('USDT')]).toEqual([['BELOW_MINIMUM', 'COMPLETED', 'COMPLETED'], 2n * SMALL])
  })

  it('only with those of the same customer and asset', async () => {
    const other = newId()
    await send('USDT', SMALL, (await test.address(other)).address as Address)
    await send('BTC', 999n)
    await small()
    await test.crypto.follow()
    expect([await states(), await states(other)]).toEqual([['BELOW_MINIMUM', 'BELOW_MINIMUM'], ['BELOW_MINIMUM']])
  })

  it('and are held in review like any other while the customer may not receive', async () => {
    test.limits.refusal = refusal('limits.monthly_exceeded', { maximum: '1', used: '1' })
    await small()
    await small()
    expect([await states(), await balance('USDT')]).toEqual([['IN_REVIEW', 'IN_REVIEW'], 0n])
    test.limits.refusal = null
    await sql`UPDATE crypto.deposit SET try_at = now()`.execute(database.db)
    await test.crypto.follow()
    expect([await states(), await balance('USDT')]).toEqual([['COMPLETED', 'COMPLETED'], 2n * SMALL])
  })

  it('ADM-13 from listed senders are summed separately: they hold no others, and go to officers once they reach the minimum', async () => {
    test.senders.listed = new Set([chain.deployment.visitor.toLowerCase()])
    await small()
    test.senders.listed = new Set()
    await small()
    expect([await states(), test.senders.noted]).toEqual([['BELOW_MINIMUM', 'BELOW_MINIMUM'], []])
    test.senders.listed = new Set([chain.deployment.visitor.toLowerCase()])
    await small()
    expect((await states()).toSorted()).toEqual(['BELOW_MINIMUM', 'IN_REVIEW', 'IN_REVIEW'])
    expect([test.senders.noted.length, await balance('USDT')]).toEqual([2, 0n])
  })
})

it('E2 a deposit from a listed sender is decided by two officers, whatever its row contains after the list drops the sender', async () => {
  test.senders.listed = new Set([chain.deployment.visitor.toLowerCase()])
  await send('USDT', 2_000_000n)
  await settle()
  expect(await states()).toEqual(['IN_REVIEW'])
  test.senders.listed = new Set()
  await sql`UPDATE crypto.deposit SET sanctions = 'clear', state = 'PENDING', try_at = now()`.execute(test.platform.db)
  await test.crypto.follow()
  expect([await states(), await balance('USDT')]).toEqual([['IN_REVIEW'], 0n])
  const refused = await sql`DELETE FROM crypto.listed_deposit`.execute(test.platform.db).catch(databaseErrorCode)
  expect(refused).toBe('42501')
})

describe("F6 small deposits of senders on the platform's blocklist", () => {
  const SMALL = 600_000n
  const visitor = () => chain.deployment.visitor.toLowerCase()
  const small = async () => {
    await send('USDT', SMALL)
    await settle()
  }

  it('lift no others over the minimum, and record no hit, until they reach it together: then they are held', async () => {
    test.sanctioned.add(visitor())
    await small()
    expect(test.hits).toEqual([])
    test.sanctioned.clear()
    await small()
    expect([await states(), await balance('USDT')]).toEqual([['BELOW_MINIMUM', 'BELOW_MINIMUM'], 0n])
    test.sanctioned.add(visitor())
    await small()
    expect((await states()).toSorted()).toEqual(['BELOW_MINIMUM', 'IN_REVIEW', 'IN_REVIEW'])
    expect([test.hits, await balance('USDT')]).toEqual([[visitor(), visitor()], 0n])
    test.sanctioned.clear()
    await sql`UPDATE crypto.deposit SET try_at = now()`.execute(database.db)
    await test.crypto.follow()
    expect([(await states()).toSorted(), await balance('USDT')]).toEqual([['BELOW_MINIMUM', 'COMPLETED', 'COMPLETED'], 2n * SMALL])
  })
})

describe('R5 reorganisations', () => {
  const depths = [1, CONFIRMATIONS - 1, CONFIRMATIONS, CONFIRMATIONS + 3]
  it.each(depths)('of depth %i: a dropped deposit is not credited or is reversed, and one that comes back is credited once', (depth) =>
    // Automatic blocks would make it deeper than the test expects.
    chain.anvil.whileAtRest(async () => {
      const isCredited = depth >= CONFIRMATIONS
      const snapshot = await chain.snapshot()
      const lost = await send('USDT', 25_000_000n)
      await mine(depth - 1)
      await test.crypto.follow()
      expect(await states()).toEqual([isCredited ? 'COMPLETED' : 'PENDING'])
      await chain.revert(snapshot)
      // Different blocks at the same heights.
      await send('USDT', 1n, chain.deployment.treasury)
      await mine(depth + 2)
      await test.crypto.follow()
      expect(await states()).toEqual([isCredited ? 'DISPUTED' : 'ORPHANED'])

      if (isCredited) {
        await sql`UPDATE crypto.deposit SET updated_at = now() - interval '1 hour', absent_since = absent_since - interval '1 hour'`.execute(
          database.db,
        )
        await test.crypto.follow()
        expect(await states()).toEqual(['REVERSED'])
      }
      expect(await balance('USDT')).toBe(0n)
      const again = await send('USDT', 26_000_000n)
      expect([again.status, again.hash]).toEqual(['success', expect.not.stringMatching(lost.hash)])
      await settle()
      expect((await states()).toSorted()).toEqual(['COMPLETED', isCredited ? 'REVERSED' : 'ORPHANED'])
      expect(await balance('USDT')).toBe(26_000_000n)
    }),
  )

  /** Send 25 USDT; returns a function that gets the same transaction into another block, with enough confirmations. */
  async function sendRepeatable(): Promise<() => Promise<void>> {
    const { hash } = await send('USDT', 25_000_000n)
    const raw = await jsonRpc(chain.rpcUrl)<Hex>('eth_getRawTransactionByHash', [hash])
    return async () => {
      await sendSigned(chain.client, raw)
      await chain.client.waitForTransactionReceipt({ hash, pollingInterval: 20 })
      await settle()
    }
  }
  /** Credited deposits whose blocks a reorganisation replaced. */
  const creditedThenLost = (blocks: number): Promise<() => Promise<void>> =>
    // With automatic blocks the chain would fall back so far that its node counts as behind.
    chain.anvil.whileAtRest(async () => {
      const snapshot = await chain.snapshot()
      const again = await sendRepeatable()
      await settle()
      expect(await states()).toEqual(['COMPLETED'])
      await chain.revert(snapshot)
      await mine(blocks)
      await test.crypto.follow()
      return again
    })

  it('a transaction that was dropped, and is finally in a block again, is credited once more', async () => {
    const again = await creditedThenLost(CONFIRMATIONS)
    await sql`UPDATE crypto.deposit SET updated_at = now() - interval '1 hour', absent_since = absent_since - interval '1 hour'`.execute(
      database.db,
    )
    await test.crypto.follow()
    expect(await states()).toEqual(['REVERSED'])
    expect(await balance('USDT')).toBe(0n)
    await again()
    await Promise.all([test.crypto.follow(), test.crypto.follow()])
    expect(await states()).toEqual(['COMPLETED'])
    expect(await balance('USDT')).toBe(25_000_000n)
  })

  it('the same transaction in another block is the same deposit', async () => {
    const again = await creditedThenLost(1)
    expect(await states()).toEqual(['DISPUTED'])
    await again()
    expect(await states()).toEqual(['COMPLETED'])
    expect(await balance('USDT')).toBe(25_000_000n)
  })

  it('the same transaction with another amount keeps no credit of the first', async () => {
    const again = await creditedThenLost(1)
    // Like a contract that depends on its block: its first transfer had another amount.
    await sql`UPDATE crypto.deposit SET amount = 26000000`.execute(database.db)
    await again()
    expect(await states()).toEqual(['DISPUTED'])
    await sql`UPDATE crypto.deposit SET updated_at = now() - interval '1 hour', absent_since = absent_since - interval '1 hour'`.execute(
      database.db,
    )
    await test.crypto.follow()
    expect(await states()).toEqual(['REVERSED'])
    expect(await balance('USDT')).toBe(0n)
  })

  it('that was not credited yet is credited with the amount that it has in its new block', async () => {
    // The chain mines automatically: regardless of its depth, it is not credited before the reorganisation drops it.
    test.limits.refusal = refusal('limits.monthly_exceeded', { used: '1', maximum: '2' })
    const snapshot = await chain.snapshot()
    const again = await sendRepeatable()
    await test.crypto.follow()
    await chain.revert(snapshot)
    await mine(2)
    await test.crypto.follow()
    expect(await states()).toEqual(['ORPHANED'])
    test.limits.refusal = null
    await sql`UPDATE crypto.deposit SET amount = 26000000`.execute(database.db)
    await again()
    expect(await states()).toEqual(['COMPLETED'])
    expect(await balance('USDT')).toBe(25_000_000n)
  })

  it('a credit that was spent meanwhile stays in dispute and makes no balance negative', async () => {
    const snapshot = await chain.snapshot()
    await send('USDT', 25_000_000n)
    await settle()
    const spent = { kind: 'post', id: newId(), code: 'test.spent', debit: customerAccount(customer, 'USDT'), amount: 25_000_000n } as const
    await test.ledger.post([{ ...spent, credit: systemAccount('deposit_addresses', 'USDT') }])
    await chain.revert(snapshot)
    await mine(CONFIRMATIONS + 2)
    await test.crypto.follow()
    await sql`UPDATE crypto.deposit SET updated_at = now() - interval '1 hour', absent_since = absent_since - interval '1 hour'`.execute(
      database.db,
    )
    const reverse = vi.spyOn(test.ledger, 'reverseWithin')
    await test.crypto.follow()
    await test.crypto.follow()
    // Retried after a delay, not at each pass.
    expect(reverse).toHaveBeenCalledOnce()
    reverse.mockRestore()
    expect(await states()).toEqual(['DISPUTED'])
    expect(await balance('USDT')).toBe(0n)
  })
})

describe('R17 killed at any step, nothing is lost or duplicated', () => {
  const PLACES = ['crypto.block_read', 'crypto.block_written', 'crypto.block_stored', 'crypto.credit_posted', 'crypto.credited']
  async function diesAt(place: string) {
    const { child } = runTypeScript(
      new URL('./crash-child.testing.ts', import.meta.url),
      [JSON.stringify({ connection: database.connection, env: chain.env })],
      { FAULT_AT: place },
    )
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
    expect(child.signalCode).toBe('SIGKILL')
    await afterKill(database.owner)
  }

  it.each(PLACES)(
    '%s',
    async (place) => {
      for (let round = 0; round < 2; round++) {
        await send('USDT', 3_000_000n)
        await mine(CONFIRMATIONS)
        await diesAt(place)
      }
      await test.crypto.follow()
      expect(await states()).toEqual(['COMPLETED', 'COMPLETED'])
      expect(await balance('USDT')).toBe(6_000_000n)
    },
    60_000,
  )

  it.each(['crypto.small_summed', 'crypto.credit_posted', 'crypto.credited'])(
    'D7 %s, when small deposits reach the minimum together',
    async (place) => {
      await send('USDT', 600_000n)
      await settle()
      await send('USDT', 600_000n)
      await mine(CONFIRMATIONS)
      await diesAt(place)
      await test.crypto.follow()
      await test.crypto.follow()
      expect([await states(), await balance('USDT')]).toEqual([['COMPLETED', 'COMPLETED'], 1_200_000n])
    },
    60_000,
  )

  it.each(['crypto.block_unwound', 'crypto.reverse_posted'])(
    '%s: a credit that the chain lost is reversed once',
    async (place) => {
      const snapshot = await chain.snapshot()
      await send('USDT', 3_000_000n)
      await settle()
      await expect.poll(async () => test.crypto.follow().then(() => balance('USDT')), WAIT).toBe(3_000_000n)
      await chain.revert(snapshot)
      await send('USDT', 1n, chain.deployment.treasury)
      await mine(CONFIRMATIONS + 2)
      const overdue = () =>
        sql`UPDATE crypto.deposit SET updated_at = now() - interval '1 hour', absent_since = absent_since - interval '1 hour'`.execute(
          database.db,
        )
      if (place === 'crypto.reverse_posted') {
        await test.crypto.follow()
        await overdue()
      }
      await diesAt(place)
      expect(await balance('USDT')).toBe(3_000_000n)
      await overdue()
      await test.crypto.follow()
      await overdue()
      await Promise.all([test.crypto.follow(), test.crypto.follow()])
      expect(await states()).toEqual(['REVERSED'])
      expect(await balance('USDT')).toBe(0n)
    },
    60_000,
  )
})

describe('metrics', () => {
  const figures = () => test.crypto.figures.read()
  const later = (table: string, column: string) =>
    sql.raw(`UPDATE crypto.${table} SET ${column} = ${column} - interval '61 minutes'`).execute(database.owner)

  it('R16 a stalled scanner, and deposits and sweeps that wait too long, are counted', async () => {
    await expect
      .poll(
        async () =>
          test.crypto
            .follow()
            .then(() => figures())
            .then((read) => read.scanner_age_seconds),
        WAIT,
      )
      .toBeLessThan(60)
    test.limits.refusal = refusal('limits.monthly_exceeded', { used: '1', maximum: '2' })
    await send('USDT', 25_000_000n)
    await settle()
    await expect.poll(async () => test.crypto.follow().then(() => states()), WAIT).toEqual(['IN_REVIEW'])
    expect(await figures()).toMatchObject({ in_review: 1, disputed: 0, overdue: 0, sweeps_overdue: 0 })
    await later('block', 'read_at')
    expect((await figures()).scanner_age_seconds).toBeGreaterThan(3_600)

    await sql`UPDATE crypto.deposit SET state = 'PENDING', try_at = now() + interval '1 hour'`.execute(database.db)
    expect(await figures()).toMatchObject({ in_review: 0, overdue: 0 })
    await later('deposit', 'created_at')
    expect(await figures()).toMatchObject({ overdue: 1 })
    await sql`UPDATE crypto.deposit SET state = 'DISPUTED'`.execute(database.db)
    await sql`INSERT INTO crypto.sweep (id, account_id, asset, created_at) VALUES (${newId()}, ${customer}, 'USDT', now())`.execute(
      database.db,
    )
    await later('sweep', 'created_at')
    expect(await figures()).toMatchObject({ overdue: 0, disputed: 1, sweeps_overdue: 1 })
    // The books of this test have no credit to reverse.
    await sql`UPDATE crypto.deposit SET state = 'ORPHANED'`.execute(database.db)
  })
})

describe('sweeps', () => {
  const lies = () => test.ledger.balance(systemAccount('deposit_addresses', 'USDT')).then(({ posted }) => posted)
  const hot = () => balanceAt(chain.deployment.hotWallet)
  const balanceAt = (owner: Address) =>
    chain.client.readContract({ address: chain.deployment.tokens.USDT, abi: ERC20_ABI, functionName: 'balanceOf', args: [owner] })

  it('move credited tokens to the hot wallet, once, and no balance of a customer', async () => {
    const before = await hot()
    await send('USDT', 25_000_000n)
    await send('USDT', 5_000_000n)
    await settle()
    await expect.poll(async () => test.crypto.follow().then(() => balance('USDT')), WAIT).toBe(30_000_000n)
    test.start()
    await Promise.all(Array.from({ length: 5 }, () => test.crypto.sweep()))
    await expect.poll(lies, WAIT).toBe(0n)
    expect((await hot()) - before).toBe(30_000_000n)
    expect(await balanceAt(own)).toBe(0n)
    expect(await balance('USDT')).toBe(30_000_000n)
    await test.crypto.sweep()
    expect((await sql`SELECT 1 FROM crypto.sweep`.execute(database.db)).rows).toHaveLength(1)
    const ended = sql`SELECT 1 FROM crypto.sweep WHERE ended_at IS NOT NULL`
    await expect.poll(async () => (await ended.execute(database.db)).rows.length, WAIT).toBe(1)
  })

  it("called by an outsider are booked nevertheless, and leave nothing for the product's sweep", async () => {
    await send('USDT', 25_000_000n)
    await settle()
    await expect.poll(async () => test.crypto.follow().then(() => balance('USDT')), WAIT).toBe(25_000_000n)
    const args = [saltOf(customer), [chain.deployment.tokens.USDT]] as const
    const call = encodeFunctionData({ abi: DepositForwarderFactory.abi, functionName: 'sweep', args })
    await chain.send('visitor', chain.deployment.forwarderFactory, call)
    await expect.poll(async () => test.crypto.follow().then(lies), WAIT).toBe(0n)
    await test.crypto.sweep()
    expect((await sql`SELECT 1 FROM crypto.sweep`.execute(database.db)).rows).toHaveLength(0)
  })

  it('R5 are taken back in the books with their block', async () => {
    await send('USDT', 25_000_000n)
    await settle()
    await expect.poll(async () => test.crypto.follow().then(() => balance('USDT')), WAIT).toBe(25_000_000n)
    const snapshot = await chain.snapshot()
    const args = [saltOf(customer), [chain.deployment.tokens.USDT]] as const
    const call = encodeFunctionData({ abi: DepositForwarderFactory.abi, functionName: 'sweep', args })
    await chain.send('visitor', chain.deployment.forwarderFactory, call)
    await expect.poll(async () => test.crypto.follow().then(lies), WAIT).toBe(0n)
    await chain.revert(snapshot)
    await send('BTC', 1n, chain.deployment.treasury)
    await mine(2)
    await test.crypto.follow()
    expect(await lies()).toBe(-25_000_000n)
    await chain.send('visitor', chain.deployment.forwarderFactory, call)
    await expect.poll(async () => test.crypto.follow().then(lies), WAIT).toBe(0n)
    expect(await balance('USDT')).toBe(25_000_000n)
  })

  it('small deposits wait until sweeping them is worth its gas', async () => {
    await send('USDT', 2_000_000n)
    await settle()
    await expect.poll(async () => test.crypto.follow().then(() => balance('USDT')), WAIT).toBe(2_000_000n)
    await test.crypto.sweep()
    expect((await sql`SELECT 1 FROM crypto.sweep`.execute(database.db)).rows).toHaveLength(0)
  })

  it('R13 of an unknown token, through another contract, with another call or of nothing are not signed', async () => {
    const signer = testSigner(database.signerConnection, chain)
    const { tokens, forwarderFactory, hotWallet } = chain.deployment
    const sweepOf = (contracts: Address[], account = customer) =>
      encodeFunctionData({ abi: DepositForwarderFactory.abi, functionName: 'sweep', args: [saltOf(account), contracts] })
    await send('USDT', 25_000_000n)
    const away = encodeFunctionData({ abi: DepositForwarderFactory.abi, functionName: 'setDestination', args: [chain.deployment.visitor] })
    const wanted: [string, Address, Hex, bigint][] = [
      ['refused', forwarderFactory, sweepOf([tokens.WETH]), 300_000n],
      ['refused', forwarderFactory, sweepOf([tokens.USDT, tokens.BTC]), 300_000n],
      ['refused', forwarderFactory, sweepOf([tokens.USDT], newId()), 300_000n],
      ['refused', forwarderFactory, sweepOf([tokens.USDT]), 1_900_000n],
      ['refused', forwarderFactory, away, 300_000n],
      ['refused', tokens.USDT, transfer(chain.deployment.visitor, 1n), 300_000n],
      ['refused', hotWallet, sweepOf([tokens.USDT]), 300_000n],
      // Equivalent for the chain, but encoded differently, so that it would not count with the others.
      ['refused', forwarderFactory, `${sweepOf([tokens.USDT])}00`, 300_000n],
      ['refused', forwarderFactory, sweepOf([tokens.USDT]).toUpperCase().replace('0X', '0x') as Hex, 300_000n],
      ['stored', forwarderFactory, sweepOf([tokens.USDT]), 300_000n],
    ]
    const outcomes: string[] = []
    for (const [, to, data, gas] of wanted) outcomes.push(await signer.sign(await bookingParams(data, { to, gas })))
    await signer.close()
    expect(outcomes).toEqual(wanted.map(([outcome]) => outcome))
  })

  /** Insert an intent as a compromised web process would. */
  async function bookingParams(data: Hex, { to = chain.deployment.forwarderFactory, gas = 300_000n } = {}) {
    const ref = newId()
    const operationId = operationIdOf('crypto.sweep', ref)
    await inTransaction(database.db, (tx) =>
      test.blockchain.submitWithin(tx, { operationId, wallet: 'hot', kind: 'sweep', ref, to, data, gas }),
    )
    return operationId
  }

  it('R13 repeated for one address, or of too little, spend no gas, even when all are requested concurrently', async () => {
    const signer = testSigner(database.signerConnection, chain)
    const { tokens } = chain.deployment
    const call = (token: Address, account = customer) =>
      encodeFunctionData({ abi: DepositForwarderFactory.abi, functionName: 'sweep', args: [saltOf(account), [token]] })
    await send('USDT', 9_999_999n)
    expect(await signer.sign(await bookingParams(call(tokens.USDT)))).toBe('refused')
    await send('USDT', 1n)
    const asked: string[] = []
    for (let count = 0; count < SWEEPS_OF_ADDRESS_MAX + 5; count++) asked.push(await bookingParams(call(tokens.USDT)))
    const outcomes: string[] = []
    for (let from = 0; from < asked.length; from += 10)
      outcomes.push(...(await Promise.all(asked.slice(from, from + 10).map((id) => signer.sign(id)))))
    expect(outcomes.filter((outcome) => outcome === 'stored')).toHaveLength(SWEEPS_OF_ADDRESS_MAX)
    expect(outcomes.filter((outcome) => outcome === 'refused')).toHaveLength(5)
    // Another address has a separate limit.
    const other = newId()
    await send('USDT', 10_000_000n, depositAddressOf(chain.deployment.forwarderFactory, other))
    expect(await signer.sign(await bookingParams(call(tokens.USDT, other)))).toBe('stored')
    await signer.close()
  })
})
