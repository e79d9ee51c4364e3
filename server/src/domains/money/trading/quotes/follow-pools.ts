/**
 * States of all pools at one block, followed from block to block by hash. The states of the last blocks are kept, so that a
 * reorganisation goes back to the last common block. Whatever does not fit drops the state: until a new snapshot the node answers.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { Hex } from 'viem'
import type { Pool } from '../../../../chain/deployment.ts'
import type { Log } from '../../../../platform/observability/log.ts'
import type { BlockHead, ChainBlocks, ChainReads } from '../../blockchain/index.ts'
import { poolEventOf } from './pool-logs.ts'
import { applyEvent, checkState, type PoolState, StateUnfit } from './pool-state.ts'
import { type QuoteProbe, quoteProbe } from './quote-probe.ts'
import { areHeads, headCalls, readPools } from './read-pools.ts'

type PoolStates = ReadonlyMap<Hex, PoolState>

export interface PoolsAtBlock {
  readonly head: BlockHead
  readonly states: PoolStates
  readonly gasPriceWei: bigint
}

/** Reason for a missing state. `starting`: the first snapshot is not finished. `late`: the comparison with the newest block is not. */
export const NO_STATE = ['starting', 'late', 'node_unavailable', 'unfit', 'gap', 'reorganised'] as const
export type NoState = (typeof NO_STATE)[number]

export interface PoolFollower {
  /** The state, checked against the newest block within the last second; or why there is none, while a snapshot begins. */
  current(): Promise<PoolsAtBlock | NoState>
}

interface FollowerParts {
  readonly blocks: Pick<ChainBlocks, 'newest' | 'head' | 'logsOf'>
  readonly reads: Pick<ChainReads, 'callManyAt' | 'gasPriceWei'>
  readonly pools: readonly Pool[]
  readonly quoter: Hex
  readonly log: Pick<Log, 'info' | 'warn'>
  /** Monotonic milliseconds. */
  readonly now?: () => number
  readonly waitMs?: number
}

/** A state this old is compared with the newest block before it answers. */
const FRESH_MS = 1_000
/** Above this age the comparison begins while the state still answers, so that busy screens do not wait for it. */
const RENEW_MS = 500
/** Maximum wait of a quote for that comparison: when the node hangs, the quote's own call waits for it, and not both one after the other. */
const WAIT_MS = 500
const SNAPSHOT_AGAIN_MS = 5_000
const KEPT_BLOCKS = 64
/** Time after which every tick is read again and compared, since an event that a node leaves out may change no price. */
const REREAD_MS = 600_000
/** More blocks than these are not followed one by one. */
const GAP_MAX = 256n

interface Entry {
  readonly head: BlockHead
  readonly states: PoolStates
}
interface Known {
  /** Oldest first, never empty. */
  readonly entries: readonly Entry[]
  readonly gasPriceWei: bigint
  readonly checkedAt: number
}

class Dropped extends Error {
  readonly reason: NoState
  constructor(reason: NoState) {
    super(`the blocks of the chain cannot be followed: ${reason}`)
    this.reason = reason
  }
}

export function followPools(parts: FollowerParts): PoolFollower {
  const { pools, log, now = () => performance.now(), waitMs = WAIT_MS } = parts
  let known: Known | null = null
  let missing: NoState = 'starting'
  let renewing: Promise<void> | null = null
  let snapshotAt = Number.NEGATIVE_INFINITY

  return {
    async current() {
      if (known && now() - known.checkedAt > FRESH_MS) {
        if (!(await isDoneWithin(waitMs, renew()))) return 'late'
      } else if (!known || now() - known.checkedAt > RENEW_MS) void renew()
      const last = known?.entries.at(-1)
      return known && last ? { ...last, gasPriceWei: known.gasPriceWei } : missing
    },
  }

  function renew(): Promise<void> {
    renewing ??= renewOnce().finally(() => {
      renewing = null
    })
    return renewing
  }

  async function renewOnce(): Promise<void> {
    const startedAt = now()
    if (!known && startedAt - snapshotAt < SNAPSHOT_AGAIN_MS) return
    try {
      const isFirst = known === null
      if (isFirst) snapshotAt = startedAt
      known = { ...(await (known ? advance(parts, known) : takeSnapshot(parts))), checkedAt: startedAt }
      if (isFirst) log.info({ pools: pools.length }, 'the state of the pools was read from the node')
      else if (startedAt - snapshotAt > REREAD_MS) void reread(known, startedAt)
    } catch (error) {
      drop(error)
    }
  }

  async function reread({ entries }: Known, startedAt: number): Promise<void> {
    snapshotAt = startedAt
    try {
      await compareAgain(parts, entries)
    } catch (error) {
      if (error instanceof StateUnfit) drop(error)
    }
  }

  function drop(error: unknown): void {
    known = null
    missing = reasonOf(error)
    log.warn({ reason: missing, error: String(error) }, 'the node answers quotes until the state of the pools is read again')
  }
}

async function isDoneWithin(waitMs: number, work: Promise<void>): Promise<boolean> {
  const waiting = new AbortController()
  const late = sleep(waitMs, false, { signal: waiting.signal }).catch(() => false)
  try {
    return await Promise.race([work.then(() => true), late])
  } finally {
    waiting.abort()
  }
}

function reasonOf(error: unknown): NoState {
  if (error instanceof Dropped) return error.reason
  return error instanceof StateUnfit ? 'unfit' : 'node_unavailable'
}

async function takeSnapshot({ blocks, reads, pools }: FollowerParts): Promise<Omit<Known, 'checkedAt'>> {
  const [head, gasPriceWei] = await Promise.all([blocks.newest(), reads.gasPriceWei()])
  const states = await readPools(reads, head.hash, pools)
  return { entries: [{ head, states: new Map(pools.map(({ address }, index) => [address, at(states, index)])) }], gasPriceWei }
}

/** Reads every pool again at the newest followed block. @throws StateUnfit when one differs */
async function compareAgain({ reads, pools }: FollowerParts, entries: readonly Entry[]): Promise<void> {
  const { head, states } = at(entries, entries.length - 1)
  const found = await readPools(reads, head.hash, pools)
  const differs = pools.some(({ address }, index) => !isDeepStrictEqual(states.get(address), found[index]))
  if (differs) throw new StateUnfit('the ticks of a pool are not those of the node')
}

async function advance(parts: FollowerParts, { entries }: Known): Promise<Omit<Known, 'checkedAt'>> {
  const { blocks, reads, pools } = parts
  const [newest, gasPriceWei] = await Promise.all([blocks.newest(), reads.gasPriceWei()])
  if (newest.hash === entries.at(-1)?.head.hash) return { entries, gasPriceWei }
  const kept = await commonEntries(parts, entries, newest)
  const base = at(kept, kept.length - 1)
  const heads = await headsAfter(parts, base.head, newest)
  const probe = quoteProbe(pools, parts.quoter, newest.hash)
  const [logs, answers] = await Promise.all([
    Promise.all(heads.map(({ hash }) => blocks.logsOf(hash, addressesOf(pools)))),
    reads.callManyAt(newest.hash, [...headCalls(pools), ...probe.calls]),
  ])
  const followed = [...kept]
  for (const [index, head] of heads.entries())
    followed.push({ head, states: applyLogs(at(followed, followed.length - 1).states, at(logs, index)) })
  checkAgainstNode(parts, at(followed, followed.length - 1).states, answers, probe)
  return { entries: followed.slice(-KEPT_BLOCKS), gasPriceWei }
}

/** The kept blocks up to the last one that is on the chain of the newest block. */
async function commonEntries({ blocks }: FollowerParts, entries: readonly Entry[], newest: BlockHead): Promise<readonly Entry[]> {
  const last = at(entries, entries.length - 1)
  if (newest.parentHash === last.head.hash) return entries
  if (newest.number - last.head.number > GAP_MAX) throw new Dropped('gap')
  const there = await Promise.all(entries.map(({ head }) => blocks.head(head.number)))
  const common = entries.findLastIndex(({ head }, index) => there[index]?.hash === head.hash)
  if (common < 0) throw new Dropped('reorganised')
  return entries.slice(0, common + 1)
}

/** Blocks after the base up to the newest, each the parent of the next. */
async function headsAfter({ blocks }: FollowerParts, base: BlockHead, newest: BlockHead): Promise<readonly BlockHead[]> {
  // The kept block is the newest one after a reorganisation that only removed blocks.
  if (newest.hash === base.hash) return []
  const count = Number(newest.number - base.number) - 1
  const between = await Promise.all(Array.from({ length: count }, (_, index) => blocks.head(base.number + BigInt(index + 1))))
  let parent = base.hash
  return [...between, newest].map((head) => {
    if (head?.parentHash !== parent) throw new Dropped('reorganised')
    parent = head.hash
    return head
  })
}

function applyLogs(states: PoolStates, logs: Awaited<ReturnType<ChainBlocks['logsOf']>>): PoolStates {
  const changed = new Map<Hex, PoolState>()
  const byAddress = new Map([...states.keys()].map((address) => [address.toLowerCase(), address]))
  for (const log of logs) {
    const address = byAddress.get(log.address.toLowerCase())
    const state = address && (changed.get(address) ?? states.get(address))
    if (!state) throw new StateUnfit('the node answered the log of another contract')
    const event = poolEventOf(log)
    if (event) changed.set(address, applyEvent(state, event))
  }
  for (const state of changed.values()) checkState(state)
  return changed.size === 0 ? states : new Map([...states, ...changed])
}

/** Price and liquidity of every pool, and the quoter's answer for one of them, at the same block. */
function checkAgainstNode(
  { pools }: FollowerParts,
  states: PoolStates,
  answers: Awaited<ReturnType<ChainReads['callManyAt']>>,
  probe: QuoteProbe,
): void {
  const ordered = pools.map(({ address }) => states.get(address)).filter((state) => state !== undefined)
  if (!areHeads(ordered, answers.slice(0, 2 * pools.length))) throw new StateUnfit('the state of a pool is not that of the node')
  if (!probe.isEqual(states, answers.slice(2 * pools.length))) throw new StateUnfit('a quote is not that of QuoterV2')
}

const addressesOf = (pools: readonly Pool[]): Hex[] => pools.map(({ address }) => address)

function at<Value>(values: readonly Value[], index: number): Value {
  const value = values[index]
  if (value === undefined) throw new StateUnfit('the node answered less than it was asked')
  return value
}
