/**
 * Search for an earlier signature before anything is signed for an operation, since a restored database may not have it. A found
 * transaction that names the operation behind its data, or that two officers booked as this withdrawal, is adopted instead of signing
 * another one, so that nothing is paid twice (docs/decisions/0084-found-transactions-are-booked-by-two-officers.md).
 */
import { type Hex, parseTransaction } from 'viem'
import { inTransaction } from '../../../../platform/database/database.ts'
import { failpoint } from '../../../../platform/process/failpoint.ts'
import type { IntentRow } from '../store.ts'
import * as book from './book-store.ts'
import type { SignerContext } from './context.ts'
import { findFoundBooking } from './evidence-store.ts'
import { restoreBytes } from './restore-bytes.ts'
import { operationIdIn } from './trailer.ts'

/** Null when nothing of it was found: then it is assessed and signed. */
export async function adoptFound(context: SignerContext, intent: IntentRow): Promise<'stored' | 'waits' | null> {
  const { db, clock, log, keys, seals } = context
  const { operationId, kind, ref, wallet } = intent
  const address = keys[wallet].address.toLowerCase()
  const ofWithdrawal = kind === 'transfer' ? await findFoundBooking(db, seals, { withdrawalId: ref }) : null
  const found = ofWithdrawal
    ? await book.findUnknown(db, ofWithdrawal.hash as Hex)
    : (await book.unknownAttemptsNaming(db, address, operationId)).find((one) => isNamedBy(one.signed, operationId))
  if (!found && !ofWithdrawal) return null
  const facts = { operationId, kind, ref, hash: found?.hash ?? ofWithdrawal?.hash }
  // Booked otherwise, or by now assigned to another operation: nothing is signed, since it may have been paid already.
  const isBookedOtherwise = found && !ofWithdrawal && (await findFoundBooking(db, seals, { hash: found.hash })) !== null
  if (!found || isBookedOtherwise) {
    log.error({ securityEvent: 'signer_limit', ...facts }, 'the transaction of an operation was booked otherwise: nothing is signed for it')
    return 'waits'
  }
  await inTransaction(db, async (tx) => {
    await book.lockWallet(tx, address)
    if (!(await book.claimUnknown(tx, found.hash, operationId))) return
    const { hash, nonce, signed } = found
    await restoreBytes(context, tx, operationId, { address, nonce: Number(nonce), signed, hash, now: clock.now() })
  })
  failpoint('blockchain.found_taken_back')
  log.warn(facts, 'an operation that is missing in the database was found on the chain')
  return 'stored'
}

/** True for the one form that we sign, with the id of the operation behind its data. */
function isNamedBy(signed: Hex, operationId: string): boolean {
  const { type, data, accessList = [] } = parseTransaction(signed)
  return type === 'eip1559' && accessList.length === 0 && data !== undefined && operationIdIn(data) === operationId
}
