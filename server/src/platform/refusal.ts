/** Refusals are part of the product: a code of the catalogue, with values for its sentence. Everything else thrown is a bug. */
import type { ErrorCode, ErrorParams } from '@tunjo/contract/errors'
import { sentenceOf } from '@tunjo/contract/sentences'

export interface Refusal {
  readonly code: ErrorCode
  readonly params: ErrorParams
  readonly fields?: readonly { field: string; message: string }[]
}

export const refusal = (code: ErrorCode, params: ErrorParams = {}): Refusal => ({ code, params })

export class Refused extends Error {
  readonly refusal: Refusal
  constructor(given: Refusal) {
    super(`${given.code}: ${sentenceOf(given.code, given.params)}`)
    this.name = 'Refused'
    this.refusal = given
  }
}

/** Ends the use case; inside a transaction it rolls everything back. */
export function refuse(code: ErrorCode, params: ErrorParams = {}): never {
  throw new Refused(refusal(code, params))
}

/** For rules that answer `Refusal | null`. */
export function refuseIf(given: Refusal | null): void {
  if (given) throw new Refused(given)
}
