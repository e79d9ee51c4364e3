import { type Hex, numberToHex } from 'viem'
import { describe, expect, it } from 'vitest'
import { type KnownChain, nodeGuard } from './node-guard.ts'
import { NodeUnavailable } from './node-unavailable.ts'
import type { Answer, Question } from './rpc.ts'

const FORWARDER: Hex = '0x00000000000000000000000000000000000000f0'
const hashAt = (number: bigint): Hex => `0x${number.toString(16).padStart(64, 'a')}`

/** A node of our chain whose newest block is `head`. */
function chainOf(node: { head: bigint }) {
  const answer = ({ method, params }: Question): Answer => {
    if (method === 'eth_chainId') return { result: numberToHex(7) }
    if (method === 'eth_blockNumber') return { result: numberToHex(node.head) }
    if (method === 'eth_getCode') return { result: '0x60' }
    const number = BigInt(params?.[0] as Hex)
    return { result: number > node.head ? null : { hash: hashAt(number) } }
  }
  return async (questions: readonly Question[]) => questions.map(answer)
}

/** Guard of one process, and the state kept in the database. */
function guardOver(kept: { known: KnownChain | null }, behindForMs?: number) {
  const reasons: string[] = []
  const guard = nodeGuard({
    deployment: { chainId: 7, forwarderFactory: FORWARDER },
    finalDepth: 10,
    memory: {
      read: async () => kept.known,
      write: async (known) => {
        kept.known = known
      },
    },
    onAway: (reason) => void reasons.push(reason),
    onBack: () => void reasons.push('back'),
    ...(behindForMs === undefined ? {} : { behindForMs }),
  })
  return { guard, reasons }
}

describe('G1 a node that is behind', () => {
  it('is unavailable, and trusted once it has caught up', async () => {
    const [node, kept] = [{ head: 100n }, { known: null }]
    const { guard, reasons } = guardOver(kept)
    const ask = chainOf(node)
    await guard.check(ask)
    node.head = 94n
    const { questions, judge } = await guard.probe(ask)
    const behind = await ask(questions)
    expect(() => judge(behind)).toThrow(NodeUnavailable)
    guard.failed(new NodeUnavailable('behind', 'as its caller does'))
    await expect(guard.check(ask)).rejects.toMatchObject({ reason: 'behind' })
    expect(guard.isAway).toBe(true)
    node.head = 96n
    await guard.check(ask)
    expect(guard.isAway).toBe(false)
    expect(reasons).toEqual(['behind', 'back'])
  })

  it('recovers when it stays behind with all deep blocks: the chain lost its last blocks, and the node has everything that is left', async () => {
    const kept: { known: KnownChain | null } = { known: null }
    const node = { head: 100n }
    const ask = chainOf(node)
    await guardOver(kept).guard.check(ask)
    expect(kept.known).toMatchObject({ blockNumber: 90n, headNumber: 100n })
    node.head = 92n
    const { guard, reasons } = guardOver(kept, 40)
    await expect(guard.check(ask)).rejects.toMatchObject({ reason: 'behind' })
    await expect
      .poll(() =>
        guard.check(ask).then(
          () => 'believed',
          () => 'away',
        ),
      )
      .toBe('believed')
    expect(reasons).toEqual(['behind', 'back'])
    expect(kept.known).toMatchObject({ blockNumber: 90n, blockHash: hashAt(90n), headNumber: 92n })
    // The next process begins with this chain, and waits no more.
    await guardOver(kept).guard.check(ask)
  })

  it('stays unavailable while a deep block is missing', async () => {
    const kept: { known: KnownChain | null } = { known: null }
    const node = { head: 100n }
    const ask = chainOf(node)
    await guardOver(kept).guard.check(ask)
    node.head = 89n
    const { guard } = guardOver(kept, 0)
    await expect(guard.check(ask)).rejects.toMatchObject({ reason: 'unknown_block' })
  })
})

describe('a check that joins one in progress', () => {
  it('reads the node again when the earlier one fails with an answer from before', async () => {
    const [node, kept] = [{ head: 100n }, { known: null }]
    const { guard, reasons } = guardOver(kept)
    const current = chainOf(node)
    await guard.check(current)
    guard.failed(new NodeUnavailable('behind', 'The chain is being reverted.'))
    node.head = 80n
    const before = await outdatedAnswers(current)
    let release = () => {}
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    const earlier = guard.check(async () => {
      await held
      return before
    })
    const joined = guard.check(current)
    node.head = 101n
    release()
    await expect(earlier).rejects.toMatchObject({ reason: 'unknown_block' })
    await joined
    expect(guard.isAway).toBe(false)
    expect(reasons.at(-1)).toBe('back')
  })
})

const outdatedAnswers = (ask: (questions: readonly Question[]) => Promise<Answer[]>) =>
  ask([
    { method: 'eth_chainId' },
    { method: 'eth_getBlockByNumber', params: [numberToHex(90n), false] },
    { method: 'eth_blockNumber' },
    { method: 'eth_getCode', params: [FORWARDER, 'latest'] },
    { method: 'eth_getBlockByNumber', params: [numberToHex(0n), false] },
  ])
