/** State machine of an account: its row, under the lock of the account (`lockAccount`). */
import { ACCOUNT_STATE, type AccountState } from '@tunjo/contract/identity'
import type { AuditActor } from '../../../../../platform/audit/index.ts'
import type { Transaction } from '../../../../../platform/database/database.ts'
import { type Actor, type Aggregate, begin, customer, move, officer, SYSTEM } from '../../../../../platform/state-machine/index.ts'
import type { AccountRow } from '../account-store.ts'
import { ACCOUNT_STATES, type AccountStateName, stateName } from './states.ts'

type Moving = Pick<AccountRow, 'id' | 'state'>

export const ACCOUNT: Aggregate<AccountStateName, { readonly id: string; readonly state: AccountStateName }, 'closed_at'> = {
  machine: ACCOUNT_STATES,
  table: 'account',
  columns: ['closed_at'],
  keyOf: ({ id }) => ({ id }),
  stored: (state) => ACCOUNT_STATE[state],
}

/** First state of a row that was just inserted. */
export const beginAccount = (tx: Transaction, id: string, { at, actor = customer(id) }: { at: Date; actor?: Actor }): Promise<void> =>
  begin(tx, ACCOUNT, { id, state: 'unverified' }, { at, actor })

/** False when it was in that state already. */
export async function moveAccount(
  tx: Transaction,
  { id, state }: Moving,
  { to, at, actor }: { to: AccountState; at: Date; actor: Actor },
): Promise<boolean> {
  const set = { closed_at: to === ACCOUNT_STATE.closed ? at : null }
  return (await move(tx, ACCOUNT, { id, state: stateName(state) }, { to: stateName(to), at, actor, set })) === 'moved'
}

/** Actor for a change of another person's account by an officer or the product. */
export const actorOf = (actor: AuditActor): Actor => (actor.kind === 'person' ? officer(actor.accountId) : SYSTEM)
