/** Names of states: one state has the same name on every rail. */
import type { TFunction } from 'i18next'

const STATES = [
  'PENDING',
  'IN_REVIEW',
  'UNMATCHED',
  'REFUND_DUE',
  'HELD',
  'SENDING',
  'UNKNOWN',
  'PROCESSING',
  'REQUESTED',
  'APPROVED',
  'SIGNING',
  'SENT',
  'DISPUTED',
  'OPEN',
  'CONFIRMING',
  'DECIDED',
  'RESERVED',
  'SIGNED',
  'MINED',
  'CONFIRMED',
  'REVERTED',
  'SUPERSEDED',
] as const

export function stateLabel(t: TFunction<'stopped'>, state: string): string {
  const known = STATES.find((one) => one === state.toUpperCase())
  return known ? t(`states.${known}`) : state
}
