/**
 * Node guard: checks that a node is on our chain by the chain id, the genesis block, and the last block that we knew to be final. Every
 * answer arrives together with those facts in one HTTP answer, so that a node that changed since its check is not trusted
 * (`docs/decisions/0060-a-node-is-trusted-only-with-the-known-chain.md`).
 */
import { type Hex, hexToBigInt, numberToHex } from 'viem'
import * as z from 'zod'
import type { ChainDeployment } from './deployment.ts'
import { NodeUnavailable, type UnavailableReason, unavailableReasonOf } from './node-unavailable.ts'
import type { Answer, Question } from './rpc.ts'

export interface KnownChain {
  readonly genesisHash: Hex
  /** Number of a block so deep that no reorganisation is expected to reach it. */
  readonly blockNumber: bigint
  readonly blockHash: Hex
  /** Newest block of the node that was trusted last. */
  readonly headNumber: bigint
}

/** Stored identity of the chain, over restarts and for all processes. */
export interface ChainMemory {
  /** Null before the first contact. */
  read(): Promise<KnownChain | null>
  /** Stores the head, and the block unless a deeper one is stored already. */
  write(known: KnownChain): Promise<void>
}

export interface GuardOptions {
  readonly deployment: Pick<ChainDeployment, 'chainId' | 'forwarderFactory'>
  readonly memory: ChainMemory
  /** Depth of a block that has to stay. */
  readonly finalDepth: number
  /** Called once for each outage, or when its reason changes. */
  readonly onAway: (reason: UnavailableReason, message: string) => void
  readonly onBack: () => void
  /** How long a node that has all deep blocks may be behind before its shorter chain is accepted. Default 60 s. */
  readonly behindForMs?: number
}

export interface NodeGuard {
  /** Checks the node when it is due. @throws NodeUnavailable */
  check(ask: Ask): Promise<void>
  /** Questions for another batch, and the check of their answers. */
  probe(ask: Ask): Promise<Probe>
  /** Reports a missing or unfitting answer. */
  failed(error: unknown): void
  readonly isAway: boolean
}
export type Ask = (questions: readonly Question[]) => Promise<Answer[]>
export interface Probe {
  readonly questions: readonly Question[]
  /** @throws NodeUnavailable */
  judge(answers: readonly Answer[]): void
}

/** A provider's node may be one of many, a few blocks behind the last. */
const BEHIND_MAX = 5n
/**
 * A lagging node catches up in less time. The demo's chain may have lost its last blocks in a power cut, and grows only by transactions
 * sent to it.
 */
const BEHIND_FOR_MS = 60_000
/** Interval in blocks between two writes of the stored chain. */
const WRITE_EVERY_BLOCKS = 8n

const Head = z.object({ hash: z.string().startsWith('0x') })

// biome-ignore lint/complexity/noExcessiveLinesPerFunction: one state of one node, and all that reads or changes it
export function nodeGuard(options: GuardOptions): NodeGuard {
  const { deployment, memory, finalDepth, onAway, onBack, behindForMs = BEHIND_FOR_MS } = options
  let known: KnownChain | null = null
  let isBelieved = false
  let away: UnavailableReason | null = null
  let head = 0n
  /** Time of the monotonic clock. */
  let behindSince: number | null = null
  let writtenAt = 0n
  let looking: Promise<void> | null = null

  return {
    get isAway() {
      return away !== null
    },
    failed,
    async check(ask) {
      if (isBelieved && head < writtenAt + WRITE_EVERY_BLOCKS) return
      await look(ask)
    },
    async probe(ask) {
      if (!isBelieved) await look(ask)
      if (!known) throw new NodeUnavailable('unknown_block', 'The chain is not known yet.')
      return probeOf(known)
    },
  }

  /** A check in progress may have read the chain before its caller's block was there, so its failure is not the answer for those who joined it. */
  function look(ask: Ask): Promise<void> {
    const earlier = looking
    return earlier ? earlier.catch(() => startCheck(ask)) : startCheck(ask)
  }

  function startCheck(ask: Ask): Promise<void> {
    looking ??= lookOnce(ask).finally(() => {
      looking = null
    })
    return looking
  }

  async function lookOnce(ask: Ask): Promise<void> {
    // The state that other processes may have stored meanwhile.
    known = newer(known, await memory.read())
    try {
      const found = await readChain(ask, known)
      await memory.write(found)
      known = found
      writtenAt = found.headNumber
      isBelieved = true
    } catch (error) {
      failed(error)
      throw error
    }
    if (away !== null) onBack()
    away = null
  }

  function failed(error: unknown): void {
    const reason = unavailableReasonOf(error)
    if (reason === null) return
    isBelieved = false
    if (away !== reason) onAway(reason, (error as Error).message)
    away = reason
  }

  /** Reads the chain; every stored fact has to be found. */
  async function readChain(ask: Ask, before: KnownChain | null): Promise<KnownChain> {
    const anchor = before?.blockNumber ?? 0n
    const questions = [...identity(anchor), CODE(deployment.forwarderFactory), BLOCK(0n)]
    const answers = await ask(questions)
    const [, , , code, genesis] = answers
    const newest = judgeIdentity(answers, before)
    const genesisHash = hashOf(genesis)
    if (genesisHash === null) throw new NodeUnavailable('no_answer', 'The node does not show the first block of its chain.')
    if (before && before.genesisHash !== genesisHash)
      throw new NodeUnavailable('other_genesis', `The node's chain begins with block ${genesisHash}, and ours with ${before.genesisHash}.`)
    judgeCode(code)
    const next = newest - BigInt(finalDepth)
    if (before && next <= before.blockNumber) return { ...before, headNumber: head }
    const deep = next > 0n ? next : 0n
    // Together with the stored facts, like every answer.
    const again = await ask([...identity(anchor), BLOCK(deep)])
    judgeIdentity(again, before)
    const blockHash = hashOf(again[3])
    if (blockHash === null) throw new NodeUnavailable('unknown_block', `The node has no block ${deep}, though its newest is ${newest}.`)
    return { genesisHash, blockNumber: deep, blockHash, headNumber: head }
  }

  function probeOf(of: KnownChain): Probe {
    // While no block is deep enough, the contracts identify the chain.
    const isYoung = of.blockNumber === 0n
    return {
      questions: [...identity(of.blockNumber), ...(isYoung ? [CODE(deployment.forwarderFactory)] : [])],
      judge(answers) {
        judgeIdentity(answers, of)
        if (isYoung) judgeCode(answers[3])
      },
    }
  }

  function judgeIdentity([chain, block, newest]: readonly Answer[], of: KnownChain | null): bigint {
    const chainId = numberOf(chain)
    if (chainId !== BigInt(deployment.chainId))
      throw new NodeUnavailable(
        'other_chain',
        `CHAIN_RPC_URL is a node of chain ${chainId}, and the deployment is on chain ${deployment.chainId}.`,
      )
    const found = hashOf(block)
    if (of && found !== of.blockHash)
      throw new NodeUnavailable(
        'unknown_block',
        `The node has ${found ?? 'nothing'} as block ${of.blockNumber}, and ours is ${of.blockHash}.`,
      )
    const number = numberOf(newest)
    const highest = larger(head, of?.headNumber ?? 0n)
    const isBehind = number + BEHIND_MAX < highest
    if (isBehind && isBehindShortly())
      throw new NodeUnavailable('behind', `The node's newest block is ${number}, and block ${highest} was seen before.`)
    if (!isBehind) behindSince = null
    head = isBehind ? number : larger(highest, number)
    return number
  }

  function isBehindShortly(): boolean {
    behindSince ??= performance.now()
    return performance.now() - behindSince < behindForMs
  }

  function judgeCode(answer: Answer | undefined): void {
    if (!answer || 'error' in answer || answer.result === '0x')
      throw new NodeUnavailable('no_contracts', 'The contracts of the deployment are not on the chain of the node.')
  }
}

const BLOCK = (number: bigint): Question => ({ method: 'eth_getBlockByNumber', params: [numberToHex(number), false] })
const CODE = (address: Hex): Question => ({ method: 'eth_getCode', params: [address, 'latest'] })
const identity = (block: bigint): Question[] => [{ method: 'eth_chainId' }, BLOCK(block), { method: 'eth_blockNumber' }]

const larger = (a: bigint, b: bigint): bigint => (a > b ? a : b)

function newer(one: KnownChain | null, other: KnownChain | null): KnownChain | null {
  if (!one || !other) return one ?? other
  return other.blockNumber >= one.blockNumber ? other : one
}

/** An error answer proves nothing about the chain. */
function resultOf(answer: Answer | undefined): unknown {
  if (answer && 'result' in answer) return answer.result
  throw new NodeUnavailable('no_answer', `The node refused to say of which chain it is: ${answer?.error.message ?? 'no answer'}.`)
}

const numberOf = (answer: Answer | undefined): bigint => hexToBigInt(resultOf(answer) as Hex)

function hashOf(answer: Answer | undefined): Hex | null {
  const read = Head.nullable().parse(resultOf(answer))
  return read === null ? null : (read.hash.toLowerCase() as Hex)
}
