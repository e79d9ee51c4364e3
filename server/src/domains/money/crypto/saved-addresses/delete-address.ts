/** Delete a saved address; transfers to it stay in the history. */
import { validate as isUuid } from 'uuid'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { CryptoContext } from '../context.ts'
import { hasOpenWithdrawal } from '../withdrawals/withdrawal-store.ts'
import { addressLabel } from './check-destination.ts'
import { lockSavedAddress, markDeleted } from './saved-address-store.ts'

export async function deleteAddress({ db, clock, outbox }: CryptoContext, owner: string, id: string): Promise<{ id: string }> {
  if (!isUuid(id)) refuse('crypto.address_not_found')
  return inTransaction(db, async (tx) => {
    const row = await lockSavedAddress(tx, owner, { id }, 'update')
    if (!row) refuse('crypto.address_not_found')
    if (await hasOpenWithdrawal(tx, { savedAddressId: id })) refuse('crypto.address_in_use')
    await markDeleted(tx, id, clock.now())
    const event = { accountId: owner, addressId: id, change: 'deleted', address: addressLabel(row), heldUntil: null } as const
    await outbox.emit(tx, 'crypto.address_changed', event)
    return { id }
  })
}
