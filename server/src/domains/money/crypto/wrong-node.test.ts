/**
 * G1, G7: a node of another chain, an empty one, one behind and one with invalid answers cause no reversal, and processing resumes with the
 * right one.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import { type Hex, numberToHex, toHex } from 'viem'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { startTestChain, type TestChain } from '../../../../../dev/embedded/chain/testing.ts'
import { type RpcProxy, startRpcProxy } from '../../../../../dev/testing/rpc-proxy.ts'
import { startWrongAnswers, UNREADABLE } from '../../../../../dev/testing/wrong-answers.ts'
import { guardedNode } from '../../../chain/client.ts'
import type { KnownChain } from '../../../chain/node-guard.ts'
import { type DepositBench, openDepositBench } from './deposits.testing.ts'
import { CONFIRMATIONS } from './testing.ts'

vi.setConfig({ testTimeout: 60_000 })
const SENT = 25_000_000n
const RECHECK_BLOCKS = 10
const ZERO: Hex = `0x${'0'.repeat(64)}`
let chain: TestChain
let proxy: RpcProxy
let bench: DepositBench
let notified: ReturnType<typeof vi.spyOn>

beforeAll(async () => {
  chain = await startTestChain({ stateIntervalMs: 3_600_000 })
})
afterAll(() => chain.destroy())
beforeEach(async () => {
  proxy = await startRpcProxy(chain.rpcUrl)
  bench = await openDepositBench(chain, { CHAIN_RPC_URL: proxy.url, CHAIN_RECHECK_BLOCKS: String(RECHECK_BLOCKS) })
  notified = vi.spyOn(bench.test.platform.log, 'error')
})
afterEach(async () => {
  proxy.lie = () => undefined
  await bench.close()
  await proxy.close()
})

const follow = () => bench.test.crypto.follow()
const reasons = () =>
  notified.mock.calls.flatMap(([facts]: unknown[]) => {
    const { securityEvent, reason } = facts as { securityEvent?: string; reason?: string }
    return securityEvent === 'chain_node_away' ? [reason] : []
  })
const refusalOf = (of: Promise<unknown>) =>
  of.then(
    () => 'done',
    (error) => error.refusal?.code ?? String(error),
  )
const nodeAway = async () => (await bench.test.blockchain.figures.read()).node_away

/** A block of an unknown chain, at this height. */
const strangeBlock = (number: bigint) => ({
  number: numberToHex(number),
  hash: `0x${number.toString(16).padStart(64, 'e')}`,
  parentHash: number === 0n ? ZERO : `0x${(number - 1n).toString(16).padStart(64, 'e')}`,
  timestamp: toHex(1_700_000_000n + number),
  baseFeePerGas: '0x1',
  transactions: [],
})
/** A chain of this height without any transaction of the product. */
const strangeChain =
  (height: bigint, own: { chainId?: Hex; genesis?: unknown; code?: Hex } = {}): RpcProxy['lie'] =>
  (method, [first]) => {
    if (method === 'eth_chainId') return own.chainId
    if (method === 'eth_blockNumber') return numberToHex(height)
    if (method === 'eth_getCode') return own.code ?? '0x'
    if (method === 'eth_getTransactionCount') return '0x0'
    if (method === 'eth_getTransactionReceipt' || method === 'eth_getTransactionByHash') return null
    if (method === 'eth_getLogs') return []
    if (method === 'eth_sendRawTransaction') return ZERO
    if (method !== 'eth_getBlockByNumber' && method !== 'eth_getBlockByHash') return undefined
    const number = typeof first === 'string' && first.startsWith('0x') && first.length < 60 ? BigInt(first) : height
    if (number === 0n && own.genesis) return own.genesis
    return number > height ? null : strangeBlock(number)
  }
const genesis = () => chain.client.request({ method: 'eth_getBlockByNumber', params: ['0x0', false] })

/** A client of a process that starts with this knowledge of the chain. */
const nodeAt = (url: string, { known = null, ...limits }: { known?: KnownChain | null; timeoutMs?: number; bytesMax?: number } = {}) =>
  guardedNode(
    url,
    {
      deployment: chain.deployment,
      memory: { read: async () => known, write: async () => undefined },
      finalDepth: RECHECK_BLOCKS,
      onAway() {},
      onBack() {},
    },
    limits,
  )

/** Credited, and so deep that the block behind it is final. */
async function credited(): Promise<void> {
  await bench.send('USDT', SENT)
  await bench.mine(CONFIRMATIONS + RECHECK_BLOCKS)
  await follow()
  expect(await bench.states()).toEqual(['COMPLETED'])
}
const untouched = async () => {
  expect(await bench.states()).toEqual(['COMPLETED'])
  expect(await bench.balance('USDT')).toMatchObject({ posted: SENT, held: 0n })
  expect(await bench.frozen()).toEqual([])
}
/** Time after which a dispute would end, if there were one. */
const later = () => bench.tamper(`updated_at = now() - interval '1 hour', absent_since = absent_since - interval '1 hour'`)

describe('G1 a wrong node', () => {
  it.each([
    ['of another chain', 'other_chain', async (height: bigint) => strangeChain(height + 20n, { chainId: '0x1' })],
    ['of our chain id with other blocks', 'unknown_block', async (height: bigint) => strangeChain(height + 20n, { code: '0x60' })],
    ['that begins anew', 'unknown_block', async () => strangeChain(0n, { genesis: await genesis() })],
    ['that begins anew and grows', 'unknown_block', async (height: bigint) => strangeChain(height + 20n, { genesis: await genesis() })],
    ['far behind', 'behind', async (height: bigint) => behind(height - 8n)],
  ] as const)(
    '%s: nothing is disputed or reversed, the reason is reported, and processing resumes afterwards',
    async (_how, reason, lieAt) =>
      chain.anvil.whileAtRest(async () => {
        await credited()
        proxy.lie = await lieAt(await chain.client.getBlockNumber({ cacheTime: 0 }))
        for (let pass = 0; pass < 2; pass++) {
          await expect(follow()).rejects.toMatchObject({ reason })
          await later()
        }
        await untouched()
        expect(reasons()).toEqual([reason])
        expect(await nodeAway()).toBe(1)
        expect(await refusalOf(bench.test.blockchain.reads.gasPriceWei())).toBe('blockchain.unavailable')
        proxy.lie = () => undefined
        await bench.send('USDT', SENT)
        await bench.settle()
        expect(await bench.states()).toEqual(['COMPLETED', 'COMPLETED'])
        expect(await nodeAway()).toBe(0)
      }),
  )

  it('a few blocks behind, within the tolerance, reverses nothing either', () =>
    chain.anvil.whileAtRest(async () => {
      await credited()
      proxy.lie = behind((await chain.client.getBlockNumber({ cacheTime: 0 })) - 4n)
      await follow()
      await later()
      await follow()
      await untouched()
      expect(await nodeAway()).toBe(0)
    }))

  it('at a restart of the product is not trusted, by the known chain in the database', () =>
    chain.anvil.whileAtRest(async () => {
      await credited()
      proxy.lie = strangeChain(500n, { code: '0x60', genesis: await genesis() })
      const { rows } = await sql<KnownChain>`SELECT genesis_hash AS "genesisHash", block_number AS "blockNumber", block_hash AS "blockHash",
        head_number AS "headNumber" FROM blockchain.known_chain`.execute(bench.database.db)
      const [known] = rows
      if (!known) throw new Error('nothing is known of the chain')
      expect(known.blockNumber).toBeGreaterThan(0n)
      expect(known.blockHash).toBe((await chain.client.getBlock({ blockNumber: known.blockNumber })).hash)
      const node = nodeAt(proxy.url, { known })
      await expect(node.client.getBlockNumber()).rejects.toMatchObject({ reason: 'unknown_block' })
    }))

  it('gets no signed bytes, also when it replaces the right one between two queries', async () => {
    const sent: unknown[] = []
    const node = nodeAt(proxy.url)
    await node.client.getBlockNumber()
    const stranger = strangeChain(500n, { chainId: '0x1' })
    proxy.lie = (method, params) => {
      if (method === 'eth_sendRawTransaction') sent.push(params)
      return stranger(method, params)
    }
    await expect(node.client.sendRawTransaction({ serializedTransaction: '0x02' })).rejects.toMatchObject({ reason: 'other_chain' })
    expect(sent).toEqual([])
  })
})

/** The test's own chain, as it was at this height. */
function behind(height: bigint): RpcProxy['lie'] {
  return (method, [first]) => {
    if (method === 'eth_blockNumber') return numberToHex(height)
    if (method !== 'eth_getBlockByNumber' || typeof first !== 'string' || !first.startsWith('0x')) return undefined
    return BigInt(first) > height ? null : undefined
  }
}

describe('G1 proof of a loss', () => {
  /** The chain has other blocks instead, and is longer. */
  async function lost(): Promise<{ again: () => Promise<void> }> {
    const snapshot = await chain.snapshot()
    const { hash } = await bench.send('USDT', SENT)
    const raw = await bench.rawOf(hash)
    await bench.settle()
    await chain.revert(snapshot)
    await bench.mine(CONFIRMATIONS + 3)
    return { again: () => bench.sendAgain(hash, raw) }
  }

  it('a deposit is reversed only by a second, later check, and by a node that returns another receipt', () =>
    chain.anvil.whileAtRest(async () => {
      // A deposit that the node certainly has.
      await bench.send('USDT', 2n * SENT)
      await bench.settle()
      await lost()
      proxy.lie = (method) => (method === 'eth_getTransactionReceipt' ? null : undefined)
      await follow()
      await later()
      await follow()
      // A missing receipt proves nothing about another one.
      expect((await bench.states()).toSorted()).toEqual(['COMPLETED', 'DISPUTED'])
      proxy.lie = () => undefined
      await follow()
      expect((await bench.states()).toSorted()).toEqual(['COMPLETED', 'DISPUTED'])
      await later()
      await follow()
      expect((await bench.states()).toSorted()).toEqual(['COMPLETED', 'REVERSED'])
      expect(await bench.balance('USDT')).toMatchObject({ posted: 2n * SENT, held: 0n })
    }))

  it('a disputed deposit that is on the chain again is released to the customer automatically, before and after its reversal', () =>
    chain.anvil.whileAtRest(async () => {
      for (const isTakenBack of [false, true]) {
        const { again } = await lost()
        await follow()
        if (isTakenBack) await later().then(follow)
        expect(await bench.states()).toContain(isTakenBack ? 'REVERSED' : 'DISPUTED')
        await again()
        await bench.settle()
        expect(new Set(await bench.states())).toEqual(new Set(['COMPLETED']))
      }
      expect(await bench.balance('USDT')).toMatchObject({ posted: 2n * SENT, held: 0n })
    }))
})

describe('G7 a node with invalid answers', () => {
  const answers: Record<string, (question: string) => string> = {
    'result null': () => '{"jsonrpc":"2.0","id":0,"result":null}',
    'a batch of nulls': (text) => JSON.stringify(JSON.parse(text).map(({ id }: { id: number }) => ({ jsonrpc: '2.0', id, result: null }))),
    'an empty object': () => '{}',
    'an empty list': () => '[]',
    HTML: () => '<!doctype html><title>502</title>',
    'half an answer': () => '[{"jsonrpc":"2.0","id":0,"resu',
    'numbers for text': (text) => JSON.stringify(JSON.parse(text).map(({ id }: { id: number }) => ({ jsonrpc: '2.0', id, result: 7 }))),
    'too much': () => `[${' '.repeat(2_000_000)}]`,
  }
  const LIMITS = { timeoutMs: 300, bytesMax: 1_000_000 }
  async function serve(answer: (text: string) => string | null): Promise<{ url: string; server: Server }> {
    const server = createServer((request, response) => {
      let text = ''
      request.on('data', (chunk) => {
        text += String(chunk)
      })
      request.on('end', () => {
        const body = answer(text)
        if (body === null) response.write('[')
        else response.end(body)
      })
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, server }
  }
  it.each(Object.keys(answers))('%s counts as an unreachable node', async (name) => {
    const { url, server } = await serve(answers[name] ?? (() => ''))
    const { client } = nodeAt(url, LIMITS)
    await expect(client.getGasPrice()).rejects.toMatchObject({ reason: expect.stringMatching(/^(malformed|no_answer)$/) })
    server.close()
  })

  it('every unreadable answer counts as an unreachable node, and the next valid one is trusted', async () => {
    const wrong = await startWrongAnswers()
    wrong.rightUrl = chain.rpcUrl
    const { client } = nodeAt(wrong.url, LIMITS)
    for (const [name, answer] of Object.entries(UNREADABLE)) {
      wrong.wrong = () => answer
      const reason = await client.getGasPrice().then(
        () => 'believed',
        (error) => error.reason ?? String(error),
      )
      expect([name, reason]).toEqual([name, expect.stringMatching(/^(malformed|no_answer)$/)])
      wrong.wrong = () => null
      expect(await client.getGasPrice()).toBeGreaterThan(0n)
    }
    await wrong.close()
  })

  it('an answer that never ends times out', async () => {
    const { url, server } = await serve(() => null)
    await expect(nodeAt(url, LIMITS).client.getGasPrice()).rejects.toMatchObject({ reason: 'no_answer' })
    server.closeAllConnections()
    server.close()
  })

  it('a wrong answer to any query is the refusal that the node is unreachable, and never an internal error', async () => {
    const { reads } = bench.test.blockchain
    const asking = {
      eth_gasPrice: () => reads.gasPriceWei(),
      eth_getBalance: () => reads.canPayGas(1n),
      eth_call: () => reads.hotBalance('USDT'),
      eth_getBlockByNumber: () => reads.isAboveFeeCeiling(),
    }
    for (const [wrong, ask] of Object.entries(asking))
      for (const result of [null, {}, '<html>', '0x', { number: '0x1' }]) {
        proxy.lie = (method, [first]) => (method === wrong && first !== '0x0' ? result : undefined)
        expect([wrong, result, await refusalOf(ask())]).toEqual([wrong, result, 'blockchain.unavailable'])
      }
  })
})
