/** Signs how far the ledger is and announces it: from then on nothing up to there can change without being missed. */
import { createPublicKey, sign } from 'node:crypto'
import { inTransaction } from '../../platform/database.ts'
import { ed25519 } from '../../platform/ed25519.ts'
import type { ReconciliationContext } from './context.ts'
import { insertHead, type LedgerHead } from './store.ts'

/** Null when nothing was posted since the last one. */
export async function signLedgerHead({ clock, db, ledger, outbox, secrets }: ReconciliationContext): Promise<LedgerHead | null> {
  const head = await ledger.head()
  if (!head) return null
  const privateKey = ed25519(secrets.derive('ledger-head'))
  const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).toString('base64url')
  const signedAt = clock.now()
  const signature = sign(null, Buffer.from(ledgerHeadText({ ...head, signedAt })), privateKey).toString('base64url')
  const signed = { seq: head.seq, hash: head.hash, signedAt, publicKey, signature }
  return inTransaction(db, async (tx) => {
    if (!(await insertHead(tx, signed))) return null
    const payload = { seq: String(head.seq), hash: head.hash, signedAt: signedAt.toISOString(), publicKey, signature }
    await outbox.emit(tx, 'reconciliation.ledger_head_signed', payload)
    return signed
  })
}

export const ledgerHeadText = ({ seq, hash, signedAt }: Pick<LedgerHead, 'seq' | 'hash' | 'signedAt'>): string =>
  ['tunjo ledger head', seq, hash, signedAt.toISOString()].join('|')
