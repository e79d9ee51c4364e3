/**
 * Load generator for one address in a separate process, so that it does not slow down the measured one: each connection sends its next
 * request when the last one was answered. Prints one line of JSON. Started by the other measurements.
 */
import { Agent, request } from 'node:http'

export interface LoadPlan {
  readonly url: string
  readonly method: 'GET' | 'POST'
  readonly headers: Record<string, string>
  readonly connections: number
  readonly seconds: number
}
export interface LoadResult {
  readonly perSecond: number
  readonly p50Ms: number
  readonly p99Ms: number
  /** Answers other than 200, and calls without an answer. */
  readonly errors: number
}

const WARM_UP_MS = 1_000
const plan: LoadPlan = JSON.parse(process.argv[2] ?? 'null')
const agent = new Agent({ keepAlive: true, maxSockets: plan.connections })
const times: number[] = []
let errors = 0
let calls = 0

/** Simulated address of a caller; trusted where the server trusts this one as a proxy. */
const someAddress = (): string => {
  calls++
  return `203.${(calls >> 16) & 255}.${(calls >> 8) & 255}.${calls & 255}`
}

function call(): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const headers = { ...plan.headers, 'x-forwarded-for': someAddress() }
    const sent = request(plan.url, { method: plan.method, agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => resolve(answer.statusCode))
      answer.on('error', reject)
    })
    sent.on('error', reject)
    sent.end()
  })
}

const warmUntil = performance.now() + WARM_UP_MS
const until = warmUntil + plan.seconds * 1_000
const connection = async () => {
  for (let at = performance.now(); at < until; at = performance.now()) {
    const status = await call().catch(() => undefined)
    if (at < warmUntil) continue
    times.push(performance.now() - at)
    if (status !== 200) errors++
  }
}
await Promise.all(Array.from({ length: plan.connections }, connection))
agent.destroy()
times.sort((a, b) => a - b)
const quantile = (part: number) => times[Math.floor(times.length * part)] ?? 0
const result: LoadResult = { perSecond: times.length / plan.seconds, p50Ms: quantile(0.5), p99Ms: quantile(0.99), errors }
process.stdout.write(`${JSON.stringify(result)}\n`)
