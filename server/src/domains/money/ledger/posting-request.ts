/**
 * A posting request as a caller sent it. It is validated, so that one caller's mistake cannot fail a batch shared with others, and reduced
 * to a hash that shows whether a repeated id has the same request.
 */
import { sha256 } from '../../../platform/database/ids.ts'
import { type Refusal, refusal } from '../../../platform/http/refusal.ts'
import type { Account, Leg } from './types.ts'

export const MAX_LEGS = 64
/** Far below the limit of numeric(78,0), so that no sum of amounts can overflow the column. */
const MAX_AMOUNT = 10n ** 60n

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/
const CODE = /^[a-z][a-z0-9_]{0,31}(\.[a-z0-9_]{1,32}){1,2}$/

export interface PostingRequest {
  readonly legs: readonly Leg[]
  readonly groupId: string
  /** Hex SHA-256 of the amounts and accounts. Times are left out: a repetition may compute them anew. */
  readonly hash: string
}

/** Check the legs of a request. Throws on what only a bug can send; an amount may come from a person, so it is refused instead. */
export function postingRequest(legs: readonly Leg[]): PostingRequest | Refusal {
  const [first] = legs
  if (!first || legs.length > MAX_LEGS) throw new RangeError(`a posting has 1 to ${MAX_LEGS} legs, not ${legs.length}`)
  if (new Set(legs.map(({ id }) => id)).size !== legs.length) throw new RangeError('two legs of a posting have the same id')
  for (const leg of legs) {
    checkLeg(leg)
    if ('amount' in leg && leg.amount !== undefined && (leg.amount <= 0n || leg.amount > MAX_AMOUNT))
      return refusal('ledger.amount_invalid')
  }
  return { legs, groupId: first.id, hash: sha256(legs.map(textOf).join('\n')) }
}

function checkLeg(leg: Leg): void {
  const ids = [leg.id, leg.ref, targetOf(leg), ...accountsOf(leg).map(({ id }) => id)]
  for (const id of ids) if (id && !UUID.test(id)) throw new TypeError(`not a UUID in lower case: ${id}`)
  if (!leg.id) throw new TypeError('a leg needs an id')
  if (!CODE.test(leg.code)) throw new TypeError(`not a posting code: ${leg.code}`)
  if (leg.kind !== 'post') return
  if (leg.debit.id === leg.credit.id) throw new RangeError('debit and credit are the same account')
  if (leg.debit.asset !== leg.credit.asset) throw new RangeError(`${leg.debit.asset} cannot be posted to an account in ${leg.credit.asset}`)
}

export function accountsOf(leg: Leg): Account[] {
  if (leg.kind === 'post') return [leg.debit, leg.credit]
  if (leg.kind === 'hold') return [leg.account]
  return leg.kind === 'settle' ? [leg.credit] : []
}

/** Hold or transfer that the leg refers to. */
export function targetOf(leg: Leg): string | null {
  if (leg.kind === 'settle' || leg.kind === 'release') return leg.holdId
  return leg.kind === 'reverse' ? leg.transferId : null
}

function textOf(leg: Leg): string {
  const amount = 'amount' in leg && leg.amount !== undefined ? leg.amount : ''
  const accounts = accountsOf(leg).map(({ id }) => id)
  return [leg.kind, leg.id, leg.code, leg.ref ?? '', targetOf(leg) ?? '', amount, ...accounts].join('|')
}
