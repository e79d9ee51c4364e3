/**
 * Calls that require the person's factor again (`endpoint.stepUp`, SEC-32). The mount calls the gate before the handler runs; the gate
 * belongs to `identity`. The binding of a grant is computed here, from decoded values, so that issuing and using agree on every spelling.
 */
import type { Contract, Endpoint, Input } from '@tunjo/contract/endpoint'
import type { Locale } from '@tunjo/contract/locales'
import { STEP_UP_HEADER } from '@tunjo/contract/step-up'
import type { Operation } from '../../database/idempotency.ts'
import { sha256 } from '../../database/ids.ts'
import type { Caller } from '../caller.ts'
import { fieldOf } from '../field-of.ts'

/**
 * Description of what the person is asked to approve. The answer has it in the language of the request; it is stored and mailed in the
 * stored language of the account.
 */
export interface StepUpDescription {
  readonly title: string
  readonly details: readonly { readonly label: string; readonly value: string }[]
}
export type DescribeStepUp<E extends Endpoint> = (call: Input<E> & { caller: Caller; locale: Locale }) => Promise<StepUpDescription>

/** A description for each call that asks for step-up, and for no other. */
export type StepUpDescriptions<C extends Contract> = {
  readonly [K in keyof C as C[K] extends { stepUp: object } ? K : never]: DescribeStepUp<C[K]>
}

export interface GuardedCall {
  readonly caller: Caller
  /** `POST /payment/withdraw` */
  readonly call: string
  readonly binding: string
  /** Grant in the header; null when it was not sent. */
  readonly grant: string | null
  /** Set for calls that move money: a repeat of the same operation may show its used grant. */
  readonly operation: Operation | null
}
/** Refuses unless the grant is valid for exactly this call; uses it up. */
export type StepUpGate = (guarded: GuardedCall) => Promise<void>

export const callOf = ({ method, path }: Endpoint): string => `${method} ${path}`

/** Names the bound values of a decoded call. Undefined and absent are the same. */
export function bindingOf({ stepUp }: Endpoint, decoded: { params?: unknown; query?: unknown; body?: unknown }): string {
  const values = (stepUp?.binds ?? []).map((name) => {
    const [part = '', key = ''] = name.split('.')
    return [name, textOf(fieldOf(fieldOf(decoded, part), key))]
  })
  return sha256(JSON.stringify(values))
}

/** The type is part of the text: `1n`, `1` and `'1'` are three values. */
function textOf(value: unknown): string {
  if (value === undefined || value === null) return 'none'
  if (typeof value === 'bigint' || typeof value === 'number' || typeof value === 'boolean') return `${typeof value}:${value}`
  return `json:${JSON.stringify(value)}`
}

export function grantOf(headers: Readonly<Record<string, string | string[] | undefined>>): string | null {
  const grant = headers[STEP_UP_HEADER.toLowerCase()]
  return typeof grant === 'string' && grant.length <= 200 ? grant : null
}
