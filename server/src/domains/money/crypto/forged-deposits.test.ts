/** MON-05: rows that an attacker with the product's database role can write into the table of deposits, and their effect. */
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { newId } from '../../../platform/database/ids.ts'
import { type DepositBench, openDepositBench } from './deposits.testing.ts'

const WAIT = { timeout: 20_000, interval: 50 }
const SENT = 25_000_000n
let chain: TestChain
let bench: DepositBench

beforeAll(async () => {
  chain = await startTestChain({ stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  bench = await openDepositBench(chain)
})
afterEach(() => bench.close())

const posted = async () => (await bench.balance('USDT')).posted
const follow = () => bench.test.crypto.follow()

async function credited() {
  const { hash } = await bench.send('USDT', SENT)
  await bench.settle()
  await expect.poll(async () => follow().then(() => bench.states()), WAIT).toEqual(['COMPLETED'])
  return hash
}

it('MON-05 a credited deposit whose row has another state is not credited a second time, whatever the row contains', async () => {
  await credited()
  for (let time = 1; time <= 3; time++) {
    await bench.tamper(`state = 'PENDING', try_at = now()`)
    await Promise.all([follow(), follow()])
  }
  expect(await posted()).toBe(SENT)
  expect(await bench.states()).toEqual(['COMPLETED'])
})

it('MON-05 a credited deposit under another id, another chain or another encoding of its hash is the same deposit', async () => {
  await credited()
  const copy = (chainId: string, hash: string) =>
    sql
      .raw(`INSERT INTO crypto.deposit (id, chain_id, transaction_hash, log_position, account_id, address, asset, amount, from_address,
        block_number, block_hash, state, try_at, created_at, updated_at)
      SELECT '${newId()}', ${chainId}, ${hash}, log_position, account_id, address, asset, amount, from_address, block_number, block_hash,
        'PENDING', now(), now(), now() FROM crypto.deposit LIMIT 1`)
      .execute(bench.database.db)
  await copy('chain_id + 1', 'transaction_hash')
  await copy('chain_id', `'0x' || upper(substr(transaction_hash, 3))`)
  await follow()
  expect(await posted()).toBe(SENT)
})

it('MON-05 a row that changes between the proof and the credit is not credited in its new form', async () => {
  await bench.send('USDT', SENT)
  const { blocks } = bench.test.blockchain
  const ask = blocks.minedTransaction
  const asked = vi.spyOn(blocks, 'minedTransaction').mockImplementation(async (hash) => {
    const mined = await ask(hash)
    await bench.tamper(`amount = ${SENT * 1_000n}`)
    return mined
  })
  await bench.mine(3)
  await follow()
  await follow()
  asked.mockRestore()
  expect(await posted()).toBe(0n)
})

it('MON-05 a deposit that was dropped twice and came back twice is credited once', async () => {
  await chain.anvil.whileAtRest(async () => {
    const snapshot = await chain.snapshot()
    const { hash } = await bench.send('USDT', SENT)
    const raw = await bench.rawOf(hash)
    let before = snapshot
    for (let time = 0; time < 2; time++) {
      await bench.settle()
      expect(await bench.states()).toEqual(['COMPLETED'])
      await chain.revert(before)
      before = await chain.snapshot()
      await bench.mine(time + 6)
      await follow()
      expect(await bench.states()).toEqual(['DISPUTED'])
      await bench.tamper(`updated_at = now() - interval '1 hour', absent_since = absent_since - interval '1 hour'`)
      await follow()
      expect([await bench.states(), await posted()]).toEqual([['REVERSED'], 0n])
      await bench.sendAgain(hash, raw)
    }
    await bench.settle()
    expect([await bench.states(), await posted()]).toEqual([['COMPLETED'], SENT])
    await bench.tamper(`state = 'REVERSED'`)
    await bench.tamper(`state = 'PENDING', try_at = now()`)
    await follow()
    expect(await posted()).toBe(SENT)
  })
})

it('MON-05 a credited deposit that a row calls disputed is not reversed while the chain has it', async () => {
  await credited()
  await bench.tamper(`state = 'DISPUTED', updated_at = now() - interval '1 hour', try_at = now()`)
  await follow()
  expect([await bench.states(), await posted()]).toEqual([['COMPLETED'], SENT])
})
