/**
 * Contract-first calls: one plain object per call is the source of the server's route, the browser's client and the OpenAPI
 * document. Uses codecs (not transforms) so that both directions stay typed.
 */
import type * as z from 'zod'
import type { AllowanceName } from './allowances.ts'
import type { AuditAction } from './audit.ts'
import type { ErrorCode } from './errors.ts'
import type { Permission } from './permissions.ts'

/**
 * Access role. Deny by default: a call without a role does not compile (SEC-07).
 * - `PUBLIC` anyone · `SIGNED_IN` any live session · `ROLE_USER` / `ROLE_ADMIN` that authority; officers need a `permission` too
 * - `MACHINE` a machine: the handler checks its signature or credential, if it needs one (webhooks, probes)
 * - `DEMO` only mounted in the demo profile
 */
export type Role = 'PUBLIC' | 'SIGNED_IN' | 'ROLE_USER' | 'ROLE_ADMIN' | 'MACHINE' | 'DEMO'
export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
type Shape = z.ZodObject

export type UploadKind = 'image' | 'pdf'
/** At most `maximum` files, at least one unless `minimum` is set. With `maximum: 1` it is a file, else a list. */
export interface UploadField {
  readonly kinds: readonly UploadKind[]
  readonly maximum: number
  readonly minimum?: number
}

/** Header with the grant of a call with `stepUp`. */
export const STEP_UP_HEADER = 'Step-Up-Grant'

type StepUpField = `body.${string}` | `params.${string}` | `query.${string}`

export interface Endpoint {
  readonly method: Method
  /** Fastify form: `/blockchain/users/:userId/whitelist`. Answered with and without a trailing slash. */
  readonly path: `/${string}`
  readonly role: Role
  readonly summary: string
  /** Path parameter that must be the caller's own account id; anything else is the same 404 as an unknown id. */
  readonly owner?: string
  /** Moves money: takes `Idempotency-Key`, and without one refuses a duplicate within 60 seconds. */
  readonly money?: true
  /** Takes `Idempotency-Key`: a repeat with the same key returns the first call's answer. Without a key, each call is independent. */
  readonly idempotent?: true
  /**
   * Step-up authentication (ID-10): the call needs the header `Step-Up-Grant`, obtained from `/api/step-up` for this call and
   * these values. `binds` names them: `body.amount`, `params.id`. A grant works once, for two minutes. Decided values are bound; `unbound`
   * gives the reason why each other field may change after the approval.
   */
  readonly stepUp?: { readonly binds: readonly StepUpField[]; readonly unbound?: Readonly<Record<StepUpField, string>> }
  /** Permission of the officer: required for every `ROLE_ADMIN` call, and only there. */
  readonly permission?: Permission
  /** A GET that nevertheless changes state (the specification has such calls): it names its `audit` like the others. */
  readonly changes?: true
  /** Action recorded in the audit trail. */
  readonly audit?: AuditAction
  /** Rate limit, counted before the handler. Limits that depend on the body are in handlers (docs/decisions/0107). */
  readonly allowance?: AllowanceName
  /** An officer's reason (SEC-34), checked before the handler: `true` is the field `reason` of the body, else the field of that name. */
  readonly reason?: true | 'message' | 'description'
  /**
   * Maker-checker by two officers: when the facts require it, the call answers 202 with an `ApprovalWaiting` and nothing is executed
   * until another officer approves. Needs `stepUp`, and is `idempotent`: a repeated proposal is the same one. An action that one officer
   * executes immediately stores no answer: a repeat is judged anew, and refused where the first call changed its preconditions.
   */
  readonly approval?: 'four-eyes'
  readonly params?: Shape
  readonly query?: Shape
  readonly body?: z.ZodType
  /** Request as `multipart/form-data`; `body`, if any, is the JSON text of the field `data` (`{}` when it is left out). */
  readonly upload?: { readonly fields: Readonly<Record<string, UploadField>> }
  /** Request as `application/octet-stream`, up to this many bytes, instead of `body`. */
  readonly bytes?: { readonly maximum: number }
  /**
   * `stream` answers server-sent events; `text`, `html` and `csv` text; `pdf` bytes (`response: z.instanceof(Uint8Array)`); `file` bytes of
   * any type that is safe to open, never cached; `zip` an archive that is generated while it is read (`response: z.instanceof(Blob)`).
   * Default JSON.
   */
  readonly answer?: 'json' | 'text' | 'html' | 'csv' | 'pdf' | 'file' | 'zip' | 'stream'
  readonly response: z.ZodType
  readonly errors: readonly ErrorCode[]
}

/** An officer's call names its permission and, when it changes state, its audit action. */
type OfficersRules<E> = E extends { role: 'ROLE_ADMIN' }
  ? { readonly permission: Permission } & AuditRule<E> &
      (E extends { approval: 'four-eyes' } ? { readonly stepUp: object; readonly idempotent: true } : unknown)
  : { readonly permission?: never; readonly approval?: never }
type AuditRule<E> = E extends { method: 'GET'; changes?: never } ? unknown : { readonly audit: AuditAction }

export const endpoint = <const E extends Endpoint>(definition: E & OfficersRules<E>): E => definition

/** The calls of one module, by name. */
export type Contract = Record<string, Endpoint>

type Decoded<S> = S extends z.ZodType ? z.output<S> : undefined
type Encoded<S> = S extends z.ZodType ? z.input<S> : undefined

/** Decoded input of a handler. */
export interface Input<E extends Endpoint> {
  params: Decoded<E['params']>
  query: Decoded<E['query']>
  body: Decoded<E['body']>
}
/** Files of an upload by field: `T` is a `File` in the browser, and the inspected file in the server. */
export type UploadedFiles<E extends Endpoint, T> = E extends { upload: { fields: infer F } }
  ? { [K in keyof F]: F[K] extends { maximum: 1 } ? (F[K] extends { minimum: 0 } ? T | null : T) : readonly T[] }
  : undefined

/** Answer of a handler, before encoding to the wire. */
export type Answer<E extends Endpoint> = z.output<E['response']>

type Part<K extends string, S> = S extends z.ZodType ? { [k in K]: z.output<S> } : { [k in K]?: undefined }
/** Request of the typed client: decoded values too, since the client encodes them with the same codecs. */
export type Request<E extends Endpoint> = Part<'params', E['params']> &
  Part<'body', E['body']> &
  QueryPart<E['query']> &
  FilesPart<E> &
  BytesPart<E>
type FilesPart<E extends Endpoint> = E extends { upload: object } ? { files: UploadedFiles<E, Blob> } : { files?: undefined }
type BytesPart<E> = E extends { bytes: object } ? { bytes: Blob } : { bytes?: undefined }
type QueryPart<S> = S extends z.ZodType ? { query?: Partial<z.output<S>> } : { query?: undefined }
export type Wire<E extends Endpoint> = Encoded<E['response']>
