/** JSON-RPC client of the chain, the only one in our code. */
import { createPublicClient, createTransport, type PublicClient, RpcRequestError, type Transport } from 'viem'
import { type GuardOptions, type NodeGuard, nodeGuard } from './node-guard.ts'
import { ANSWER_BYTES_MAX, type Answer, askNode, type Question } from './rpc.ts'

export type ChainClient = PublicClient

interface ClientOptions {
  readonly timeoutMs?: number
  readonly bytesMax?: number
}

/** Client of a node that is trusted only while it is on our chain. */
export interface GuardedNode {
  readonly client: ChainClient
  /** Throws `NodeUnavailable` while the node is not trusted. */
  readonly checkNode: () => Promise<void>
  /** True when the last check of the node failed. */
  readonly isAway: () => boolean
}

/** Calls made in the same tick are batched in one HTTP request. It trusts any node: for tools, tests and first deployments. */
export function chainClient(rpcUrl: string, options: ClientOptions = {}): ChainClient {
  return clientOf(asking(rpcUrl, options), null)
}

export function guardedNode(rpcUrl: string, guardOptions: GuardOptions, options: ClientOptions = {}): GuardedNode {
  const guard = nodeGuard(guardOptions)
  const ask = asking(rpcUrl, options)
  return { client: clientOf(ask, guard), checkNode: () => guard.check(ask), isAway: () => guard.isAway }
}

type Ask = (questions: readonly Question[]) => Promise<Answer[]>

const asking =
  (rpcUrl: string, { timeoutMs = 5_000, bytesMax = ANSWER_BYTES_MAX }: ClientOptions): Ask =>
  (questions) =>
    askNode(rpcUrl, questions, { timeoutMs, bytesMax })

const clientOf = (ask: Ask, guard: NodeGuard | null): ChainClient =>
  createPublicClient({ transport: transportOver(guard ? guarded(ask, guard) : ask), cacheTime: 0 })

/** Adds the guard's identity check to every batch; signed bytes are sent only to a node that has just passed it. */
function guarded(ask: Ask, guard: NodeGuard): Ask {
  return async (questions) => {
    try {
      const { questions: probes, judge } = await guard.probe(ask)
      if (questions.some(({ method }) => method === SEND)) judge(await ask(probes))
      const answers = await ask([...probes, ...questions])
      judge(answers)
      return answers.slice(probes.length)
    } catch (error) {
      guard.failed(error)
      throw error
    }
  }
}

const SEND = 'eth_sendRawTransaction'
const QUESTIONS_AT_ONCE = 200

interface Waiting {
  readonly question: Question
  readonly resolve: (result: unknown) => void
  readonly reject: (error: unknown) => void
}

function transportOver(ask: Ask): Transport {
  let waiting: Waiting[] = []
  const flush = () => {
    const all = waiting
    waiting = []
    for (let from = 0; from < all.length; from += QUESTIONS_AT_ONCE) void answer(ask, all.slice(from, from + QUESTIONS_AT_ONCE))
  }
  const request = (question: Question) =>
    new Promise<unknown>((resolve, reject) => {
      waiting.push({ question, resolve, reject })
      if (waiting.length === 1) setTimeout(flush, 0)
    })
  return () => createTransport({ key: 'http', name: 'JSON-RPC', type: 'http', retryCount: 1, request: request as never })
}

async function answer(ask: Ask, waiting: readonly Waiting[]): Promise<void> {
  try {
    const answers = await ask(waiting.map(({ question }) => question))
    for (const [index, { question, resolve, reject }] of waiting.entries()) {
      const found = answers[index]
      if (found && 'result' in found) resolve(found.result)
      // Without the address, which may hold a key of its provider.
      else if (found) reject(new RpcRequestError({ body: { ...question }, error: found.error, url: 'CHAIN_RPC_URL' }))
    }
  } catch (error) {
    for (const { reject } of waiting) reject(error)
  }
}
