/** Signs and announces the head of the ledger: from then on no change before it can stay undetected. */
import { createPublicKey, sign, verify } from 'node:crypto'
import { inTransaction } from '../../../platform/database/database.ts'
import { ed25519 } from '../../../platform/secrets/ed25519.ts'
import type { ReconciliationContext } from './context.ts'
import { insertHead, type LedgerHead, listHeads } from './store.ts'

type HeadContext = Pick<ReconciliationContext, 'clock' | 'db' | 'ledger' | 'outbox' | 'secrets'>

export interface KeptHead extends Pick<LedgerHead, 'seq' | 'hash'> {
  readonly isSigned: boolean
}

/** Null when nothing was posted since the last one. */
export async function signLedgerHead({ clock, db, ledger, outbox, secrets }: HeadContext): Promise<LedgerHead | null> {
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

/** Stored heads, with the check of our key's signature. */
export async function keptHeads({ db, secrets }: Pick<ReconciliationContext, 'db' | 'secrets'>): Promise<KeptHead[]> {
  const publicKey = createPublicKey(ed25519(secrets.derive('ledger-head')))
  return (await listHeads(db)).map((head) => {
    const isSigned = verify(null, Buffer.from(ledgerHeadText(head)), publicKey, Buffer.from(head.signature, 'base64url'))
    return { seq: head.seq, hash: head.hash, isSigned }
  })
}

export const ledgerHeadText = ({ seq, hash, signedAt }: Pick<LedgerHead, 'seq' | 'hash' | 'signedAt'>): string =>
  ['tunjo ledger head', seq, hash, signedAt.toISOString()].join('|')
