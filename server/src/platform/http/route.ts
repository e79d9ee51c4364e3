/** Binds a contract to its functions. A call without a handler, or a handler without a call, does not compile. */
import type { Answer, Contract, Endpoint, Input, UploadedFiles } from '@tunjo/contract/endpoint'
import type { Operation } from '../database/idempotency.ts'
import type { Caller } from './caller.ts'
import type { EventStream } from './event-stream.ts'
import type { FileAnswer } from './file-answer.ts'
import type { ApprovalOutcome } from './guards/approval.ts'
import type { DescribeStepUp, StepUpDescriptions } from './guards/step-up.ts'
import type { Refusal } from './refusal.ts'
import type { AdmittedKinds, ReceivedFile } from './upload.ts'
import type { ZipAnswer } from './zip-answer.ts'

export type { Authority, Caller } from './caller.ts'

export interface CookieOptions {
  path: string
  maxAgeSeconds: number
}
/** The part of HTTP that a use case may need: network of the caller, cookies, the raw body of a signed webhook. */
export interface HttpContext {
  readonly ip: string
  readonly userAgent: string
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly requestId: string
  readonly rawBody: string
  cookie(name: string): string | null
  /** Always HttpOnly, SameSite=Strict, and Secure outside plain-HTTP localhost. */
  setCookie(name: string, value: string, options: CookieOptions): void
  clearCookie(name: string, path: string): void
  setHeader(name: string, value: string): void
  /** Answer with status 503 and `Retry-After`; the body is the answer of the contract. */
  markUnavailable(retryAfterSeconds: number): void
  /** For long answers: whether the caller's token and session are valid at this moment. */
  stillSignedIn(): Promise<boolean>
}

type Anonymous = 'PUBLIC' | 'MACHINE' | 'DEMO'
type CallerOf<E extends Endpoint> = E['role'] extends Anonymous ? Caller | null : Caller
type OperationOf<E extends Endpoint> = E extends { money: true } ? Operation : E extends { idempotent: true } ? Operation | null : null

/** `response` of a stream's contract describes the data of one event. */
type AnswerOf<E extends Endpoint> = E extends { approval: 'four-eyes' }
  ? ApprovalOutcome<Answer<E>>
  : E extends { answer: 'stream' }
    ? EventStream
    : E extends { answer: 'file' }
      ? FileAnswer
      : E extends { answer: 'zip' }
        ? ZipAnswer
        : Answer<E>

export type Handler<E extends Endpoint> = (
  call: Input<E> & {
    caller: CallerOf<E>
    operation: OperationOf<E>
    http: HttpContext
    files: UploadedFiles<E, ReceivedFile>
    bytes: E extends { bytes: object } ? Buffer : undefined
  },
) => Promise<AnswerOf<E>>
export type Handlers<C extends Contract> = { readonly [K in keyof C]: Handler<C[K]> }

/** A call whose endpoint is not known by type: the schemas of its contract were applied. */
interface AnyCall extends Record<keyof Input<Endpoint>, unknown> {
  readonly caller: Caller | null
  readonly operation: Operation | null
  readonly http: HttpContext
  readonly files: unknown
  readonly bytes: Buffer | undefined
}

export interface Route {
  readonly name: string
  readonly endpoint: Endpoint
  handle(call: AnyCall): Promise<unknown>
  /** Text that a person approves before this call is made; for calls with `stepUp` only. */
  readonly describe: DescribeStepUp<Endpoint> | null
  /** Called before the files of a call are inspected, which is expensive. */
  readonly admit?: Admit
  /** Receives each refusal of an officer's call from any layer: the permission, the factor, the use case. The answer waits for it. */
  readonly refused?: (call: Refused) => Promise<void>
}
export interface Refused {
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
  readonly refusal: Refusal
}

/** Refuses when files are not expected at all. */
export type Admit = (call: { caller: Caller; params: Readonly<Record<string, string>> }) => Promise<AdmittedKinds>

export const admitting = <C extends Contract>(
  routes: readonly Route[],
  admissions: { readonly [K in keyof C & string]?: Admit },
): Route[] =>
  routes.map((route) => {
    const admit = admissions[route.name]
    return admit ? { ...route, admit } : route
  })

/** A call with `stepUp` and no description does not compile either. */
type Descriptions<C extends Contract> = keyof StepUpDescriptions<C> extends never ? [] : [descriptions: StepUpDescriptions<C>]

export function implement<C extends Contract>(contract: C, handlers: Handlers<C>, ...descriptions: Descriptions<C>): Route[]
/** The types are checked where the functions are written; in this module every route has the same type. */
export function implement(
  contract: Contract,
  handlers: Readonly<Record<string, Route['handle']>>,
  descriptions: Readonly<Record<string, DescribeStepUp<Endpoint>>> = {},
): Route[] {
  return Object.entries(contract).map(([name, endpoint]) => {
    const handle = handlers[name]
    if (!handle) throw new Error(`the call ${name} has no handler`)
    return { name, endpoint, handle, describe: descriptions[name] ?? null }
  })
}
