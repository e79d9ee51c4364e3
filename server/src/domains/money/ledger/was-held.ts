/**
 * Whether there was ever a hold with this id. A forged posting, or one that another forged row contests, is no evidence. Then the sealed
 * hold decides, so that an invented operation ends while a real one can be repaired. Never throws because of forged rows.
 */
import type { Connection } from '../../../platform/database/database.ts'
import { Refused } from '../../../platform/http/refusal.ts'
import { provedHold } from './proved-hold.ts'
import { provedTransfer } from './proved-transfer.ts'
import type { Keeper } from './store.ts'

export async function wasHeld(connection: Connection, keeper: Keeper, id: string): Promise<boolean> {
  const isPosted = await whereProved(() => provedTransfer(connection, keeper, id))
  return isPosted ?? (await whereProved(() => provedHold(connection, keeper, id))) ?? false
}

/** Null when the row is unproved. */
async function whereProved(read: () => Promise<unknown>): Promise<boolean | null> {
  try {
    return (await read()) !== null
  } catch (error) {
    if (error instanceof Refused) return null
    throw error
  }
}
