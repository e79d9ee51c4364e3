/** Reason of an officer that a call declares (SEC-34): refused before the handler unless it is substantial. */
import type { Endpoint } from '@tunjo/contract/endpoint'
import { checkReason } from '../../security/officer-reason.ts'
import { fieldOf } from '../field-of.ts'
import { refuseIf } from '../refusal.ts'

/** A call of the specification may leave its reason out. @throws Refused `request.reason_invalid`, `request.reason_too_long` */
export function checkDeclaredReason({ reason }: Endpoint, body: unknown): void {
  if (!reason) return
  const text = fieldOf(body, reason === true ? 'reason' : reason)
  if (typeof text === 'string') refuseIf(checkReason(text))
}
