/**
 * The typed client: a contract in, a function per call out. The caller supplies `send`, so that the browser adds tokens and
 * refreshes, and tests add nothing.
 */
import * as z from 'zod'
import type { Answer, Contract, Endpoint, Request } from './endpoint.ts'
import type { Problem } from './errors.ts'

export interface SendOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
}
export type Send = (path: string, init: RequestInit) => Promise<Response>
export type Call<E extends Endpoint> = (request: Request<E>, options?: SendOptions) => Promise<Answer<E>>
export type Client<C extends Contract> = { [K in keyof C]: Call<C[K]> }

/** A refusal of the server, or `status: 0` when it could not be reached. */
export class CallFailed extends Error {
  readonly status: number
  readonly problem: Problem | null
  /** Code of the `app-error` header, also on answers that are not a problem document. */
  readonly appError: string | null
  constructor(status: number, problem: Problem | null, text: string, appError: string | null = problem?.code ?? null) {
    super(problem?.detail ?? text)
    this.status = status
    this.problem = problem
    this.appError = appError
  }
}

export function client<C extends Contract>(contract: C, send: Send): Client<C> {
  const calls = Object.entries(contract).map(([name, definition]) => [name, call(definition, send)])
  return Object.fromEntries(calls)
}

function call(definition: Endpoint, send: Send): Call<Endpoint> {
  return async (request, options = {}) => {
    const { params, query, body } = request as { params?: object; query?: object; body?: unknown }
    const headers: Record<string, string> = { accept: 'application/json, application/problem+json', ...options.headers }
    const init: RequestInit = { method: definition.method, headers, signal: options.signal }
    if (definition.body) {
      headers['content-type'] = 'application/json'
      init.body = JSON.stringify(z.encode(definition.body, body))
    }
    const response = await send(urlOf(definition, params, query), init)
    if (!response.ok) throw await failureOf(response)
    return z.decode(definition.response, await bodyOf(definition, response))
  }
}

async function bodyOf({ answer }: Endpoint, response: Response): Promise<unknown> {
  if (answer === 'text') return response.text()
  return answer === 'pdf' ? new Uint8Array(await response.arrayBuffer()) : response.json()
}

export function urlOf(definition: Endpoint, params: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(params))
  const path = definition.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const wire = definition.query ? z.encode(definition.query.partial(), Object.fromEntries(given)) : {}
  const search = new URLSearchParams(Object.entries(wire).map(([key, value]): [string, string] => [key, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}

async function failureOf(response: Response): Promise<CallFailed> {
  const text = await response.text()
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
  return new CallFailed(response.status, isProblem ? (JSON.parse(text) as Problem) : null, text, response.headers.get('app-error'))
}
