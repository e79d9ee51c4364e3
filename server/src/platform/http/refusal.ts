/** Refusals are part of the product: a code of the catalogue, with values for its sentence. Every other thrown error is a bug. */
import type { ErrorCode, ErrorParams } from '@tunjo/contract/errors'
import { sentenceOf } from '@tunjo/contract/sentences'
import type { Phrase } from '../phrases/catalogue.ts'
import type { SecurityEvent } from '../security/security-events.ts'

export interface Refusal {
  readonly code: ErrorCode
  readonly params: ErrorParams
  readonly fields?: readonly { field: string; message: string }[]
  /** Params that are texts of the product; `params` has them in the default language. */
  readonly phrases?: Readonly<Record<string, Phrase>>
}

export const refusal = (code: ErrorCode, params: ErrorParams = {}): Refusal => ({ code, params })

/** For rules that answer a value or a refusal. */
export const isRefusal = (value: unknown): value is Refusal =>
  typeof value === 'object' && value !== null && 'code' in value && 'params' in value

/** Data for the security log of a refusal that a legitimate caller rarely causes. */
export interface Suspicion {
  readonly event: SecurityEvent
  /** Known although the caller is not admitted: from a token with a valid signature. */
  readonly accountId?: string
}

export class Refused extends Error {
  readonly refusal: Refusal
  readonly suspicion: Suspicion | null
  constructor(given: Refusal, suspicion: Suspicion | null = null) {
    super(`${given.code}: ${sentenceOf(given.code, given.params)}`)
    this.name = 'Refused'
    this.refusal = given
    this.suspicion = suspicion
  }
}

/** Ends the use case; inside a transaction it rolls everything back. */
export function refuse(code: ErrorCode, params: ErrorParams = {}): never {
  throw new Refused(refusal(code, params))
}

/** As `refuse`, for the security log too. */
export function refuseSuspect(code: ErrorCode, suspicion: Suspicion): never {
  throw new Refused(refusal(code), suspicion)
}

/** For rules that answer `Refusal | null`. */
export function refuseIf(given: Refusal | null): void {
  if (given) throw new Refused(given)
}
