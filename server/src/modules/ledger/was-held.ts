/**
 * Whether something was ever held by this id. A posting that was inserted, or that another inserted row contests, says nothing: what is still held
 * is then said by the sealed hold, so that an invented operation ends while a true one can be put right. Never throws for what another hand wrote.
 */
import type { Connection } from '../../platform/database.ts'
import { Refused } from '../../platform/refusal.ts'
import { provedHold } from './proved-hold.ts'
import { provedTransfer } from './proved-transfer.ts'
import type { Keeper } from './store.ts'

export async function wasHeld(connection: Connection, keeper: Keeper, id: string): Promise<boolean> {
  const isPosted = await whereProved(() => provedTransfer(connection, keeper, id))
  return isPosted ?? (await whereProved(() => provedHold(connection, keeper, id))) ?? false
}

/** Null: what is there is unproved. */
async function whereProved(read: () => Promise<unknown>): Promise<boolean | null> {
  try {
    return (await read()) !== null
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}
