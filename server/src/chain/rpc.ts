/** JSON-RPC over HTTP: every answer has one limit of time and one of size, is read whole, and has to fit its schema. */
import * as z from 'zod'
import { NodeUnavailable } from './node-unavailable.ts'
import { faultOfAnswer } from './rpc-answers.ts'

export interface Question {
  readonly method: string
  readonly params?: readonly unknown[]
}
export type Answer =
  | { readonly result: unknown }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } }

export interface RpcLimits {
  /** From the question to the last byte of the answer. */
  readonly timeoutMs: number
  readonly bytesMax: number
}

/** More than fifty whole blocks of the public chain. */
export const ANSWER_BYTES_MAX = 32 * 1_024 * 1_024

const envelope = z.array(
  z.looseObject({
    id: z.int(),
    result: z.unknown().optional(),
    error: z.looseObject({ code: z.int(), message: z.string(), data: z.unknown().optional() }).nullish(),
  }),
)

/** Answers in the order of the questions, all from one HTTP answer. @throws NodeUnavailable */
export async function askNode(rpcUrl: string, questions: readonly Question[], limits: RpcLimits): Promise<Answer[]> {
  const body = JSON.stringify(questions.map(({ method, params = [] }, id) => ({ jsonrpc: '2.0', id, method, params })))
  const read = envelope.safeParse(jsonOf(await textOf(rpcUrl, body, limits)))
  if (!read.success) throw new NodeUnavailable('malformed', 'The node did not answer as JSON-RPC does.')
  const answers = new Map(read.data.map((answer) => [answer.id, answer]))
  return questions.map(({ method, params = [] }, id) => {
    const answer = answers.get(id)
    if (!answer) throw new NodeUnavailable('malformed', `The node left out its answer to ${method}.`)
    if (answer.error) return { error: answer.error }
    const fault = faultOfAnswer(method, params, answer.result)
    if (fault !== null) throw new NodeUnavailable('malformed', `The node's answer to ${method} does not fit: ${fault}.`)
    return { result: answer.result }
  })
}

async function textOf(rpcUrl: string, body: string, { timeoutMs, bytesMax }: RpcLimits): Promise<string> {
  try {
    const signal = AbortSignal.timeout(timeoutMs)
    const headers = { 'content-type': 'application/json' }
    const response = await fetch(rpcUrl, { method: 'POST', headers, body, signal, redirect: 'error' })
    if (!response.ok) {
      await response.body?.cancel()
      throw new NodeUnavailable('no_answer', `The node answered with status ${response.status}.`)
    }
    const chunks: Uint8Array[] = []
    let bytes = 0
    for await (const chunk of response.body ?? []) {
      bytes += chunk.length
      // Leaving the loop ends the connection.
      if (bytes > bytesMax) throw new NodeUnavailable('malformed', `The node answered more than ${bytesMax} bytes.`)
      chunks.push(chunk)
    }
    return Buffer.concat(chunks).toString('utf8')
  } catch (error) {
    if (error instanceof NodeUnavailable) throw error
    // Without the address, which may hold a key of its provider.
    throw new NodeUnavailable('no_answer', `The node did not answer: ${reasonOf(error)}.`)
  }
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  return cause instanceof Error ? ((cause as NodeJS.ErrnoException).code ?? cause.message) : error.message
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new NodeUnavailable('malformed', 'The node did not answer JSON.')
  }
}
