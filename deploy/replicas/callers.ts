/** Callers of an installation from networks of their own, each over one open connection: what is answered other than expected is kept. */
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'

const PAUSE_MS = 40
const ANSWER_MS = 30_000
const PATHS = ['/virtual-ledger/balances/users', '/api/movements', '/api/account', '/pricing/price/BTCUSDT', '/'] as const

/** Grows while the callers call. */
export interface Tally {
  calls: number
  /** Each failed call: its time, its path, and its status or error. */
  readonly failures: string[]
}
interface CallPlan {
  readonly url: string
  readonly callers: number
  readonly tally: Tally
  /** Access token of the moment. */
  token(): Promise<string>
}

export async function callUntil(signal: AbortSignal, { url, callers, tally, token }: CallPlan): Promise<void> {
  const caller = async (number: number) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const call = async (path: string) => statusOf({ url: url + path, agent, token: await token(), from: `127.0.${number + 1}.1` })
    for (let turn = number; !signal.aborted; turn++) {
      const path = PATHS[turn % PATHS.length] ?? '/'
      const outcome = await call(path).catch((error: Error) => error.message)
      tally.calls++
      if (outcome !== 200) tally.failures.push(`${new Date().toISOString()} ${path}: ${outcome}`)
      await delay(PAUSE_MS)
    }
    agent.destroy()
  }
  await Promise.all(Array.from({ length: callers }, (_, number) => caller(number)))
}

interface Call {
  readonly url: string
  readonly agent: Agent
  readonly token: string
  /** Address of this machine from which it calls. */
  readonly from: string
}

function statusOf({ url, agent, token, from }: Call): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/html,application/json' }
    const call = request(url, { agent, headers, localAddress: from, signal: AbortSignal.timeout(ANSWER_MS) }, (answer) => {
      answer.resume()
      answer.once('end', () => resolve(answer.statusCode ?? 0))
      answer.once('error', reject)
    })
    call.once('error', reject)
    call.end()
  })
}
