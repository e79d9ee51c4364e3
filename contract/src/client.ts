/**
 * Typed client: builds one function per call of a contract. The caller supplies `send`: the browser adds tokens and refreshes them,
 * tests add nothing.
 */
import * as z from 'zod'
import { ApprovalWaiting } from './approval-waiting.ts'
import { type Answer, type Contract, type Endpoint, type Request, STEP_UP_HEADER } from './endpoint.ts'
import type { Problem } from './errors.ts'

export interface SendOptions {
  signal?: AbortSignal
  headers?: Record<string, string>
}
export type Send = (path: string, init: RequestInit) => Promise<Response>
export type Call<E extends Endpoint> = (
  request: Request<E>,
  options?: SendOptions,
) => Promise<E extends { approval: 'four-eyes' } ? Answer<E> | ApprovalWaiting : Answer<E>>
export type Client<C extends Contract> = { [K in keyof C]: Call<C[K]> }

/**
 * Obtains the grant for a call that the person must approve first (`stepUp`, ID-10), from the values on the wire. When it fails, the
 * call fails with the same error and is not sent.
 */
export type Authorize = (definition: Endpoint, values: { params?: Record<string, string>; body?: unknown }) => Promise<string>

/** Error answer of the server, or `status: 0` when the server was unreachable. */
export class CallFailed extends Error {
  readonly status: number
  readonly problem: Problem | null
  /** Code of the `app-error` header, also on answers that are not a problem document. */
  readonly appError: string | null
  /** Seconds to wait, from a 429 or 503. */
  readonly retryAfterSeconds: number | null
  constructor(
    status: number,
    problem: Problem | null,
    text: string,
    appError: string | null = problem?.code ?? null,
    retryAfterSeconds: number | null = null,
  ) {
    super(problem?.detail ?? text)
    this.status = status
    this.problem = problem
    this.appError = appError
    this.retryAfterSeconds = retryAfterSeconds
  }
}

/** Build the client. Without `authorize`, a call that needs a grant is sent without one and is refused. */
export function client<C extends Contract>(contract: C, send: Send, authorize?: Authorize): Client<C> {
  const calls = Object.entries(contract).map(([name, definition]) => [name, call(definition, send, authorize)])
  return Object.fromEntries(calls)
}

function call(definition: Endpoint, send: Send, authorize?: Authorize): Call<Endpoint> {
  return async (request, options = {}) => {
    const { params, query, body, files, bytes }: Parts = request
    const headers: Record<string, string> = { accept: 'application/json, application/problem+json', ...options.headers }
    const init: RequestInit = { method: definition.method, headers, signal: options.signal }
    // The browser sets the content type of a form with its boundary.
    if (definition.upload) init.body = formOf(definition, body, files)
    else if (definition.bytes) {
      headers['content-type'] = 'application/octet-stream'
      init.body = bytes
    } else if (definition.body) {
      headers['content-type'] = 'application/json'
      init.body = JSON.stringify(z.encode(definition.body, body))
    }
    if (definition.stepUp && authorize) headers[STEP_UP_HEADER] = await authorize(definition, wireValues(params, init.body))
    const response = await send(urlOf(definition, params, query), init)
    if (!response.ok) throw await failureOf(response)
    // The decision needs a second officer: nothing was executed yet.
    if (response.status === 202) return ApprovalWaiting.parse(await response.json())
    return z.decode(definition.response, await bodyOf(definition, response))
  }
}

interface Parts {
  params?: object
  query?: object
  body?: unknown
  files?: Files
  bytes?: Blob
}
type Files = Readonly<Record<string, Blob | readonly Blob[] | null>>

/** Puts values first, so that the server can refuse before the files arrive. */
function formOf({ body: schema }: Endpoint, body: unknown, files: Files = {}): FormData {
  const form = new FormData()
  if (schema) form.append('data', JSON.stringify(z.encode(schema, body)))
  for (const [field, given] of Object.entries(files)) for (const file of given === null ? [] : [given].flat()) form.append(field, file)
  return form
}

/** Values that the grant is bound to: exactly what the server will read. */
function wireValues(params: object | undefined, body: RequestInit['body']) {
  const text = params && Object.entries(params).map(([name, value]): [string, string] => [name, String(value)])
  return { params: text && Object.fromEntries(text), body: typeof body === 'string' ? JSON.parse(body) : undefined }
}

async function bodyOf({ answer }: Endpoint, response: Response): Promise<unknown> {
  if (answer === 'text' || answer === 'csv') return response.text()
  if (answer === 'zip') return response.blob()
  return answer === 'pdf' || answer === 'file' ? new Uint8Array(await response.arrayBuffer()) : response.json()
}

export function urlOf(definition: Endpoint, params: object = {}, query: object = {}): string {
  const values = new Map(Object.entries(params))
  const path = definition.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values.get(name))))
  const given = Object.entries(query).filter(([, value]) => value !== undefined)
  const wire = definition.query ? z.encode(definition.query.partial(), Object.fromEntries(given)) : {}
  const search = new URLSearchParams(Object.entries(wire).map(([key, value]): [string, string] => [key, String(value)])).toString()
  return search === '' ? path : `${path}?${search}`
}

/** Convert an error answer to a failure. */
export async function failureOf(response: Response): Promise<CallFailed> {
  const text = await response.text()
  const isProblem = response.headers.get('content-type')?.startsWith('application/problem+json')
  const problem: Problem | null = isProblem ? JSON.parse(text) : null
  return new CallFailed(response.status, problem, text, response.headers.get('app-error'), secondsOf(response.headers.get('retry-after')))
}

/** Seconds of a `Retry-After` header. Dates come from caches; this server sends seconds. */
const secondsOf = (header: string | null): number | null => (header && /^\d+$/.test(header) ? Number(header) : null)
