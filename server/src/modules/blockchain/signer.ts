/**
 * The signer: asked with an operation id, it reads the stored intent itself, checks it again, and stores what it signs before
 * anybody can send it. Keys stay behind `SigningKey`, so a KMS or a token can take the place of the local one.
 */
import { type Address, type Hex, keccak256, type TransactionSerializableEIP1559 } from 'viem'
import { readWallets } from '../../chain/mnemonic.ts'
import { inTransaction, type Transaction } from '../../platform/database.ts'
import { failpoint } from '../../platform/failpoint.ts'
import { SYSTEM } from '../../platform/state-machine/index.ts'
import type { ChainContext } from './context.ts'
import { beginTransaction, moveIntent, moveTransaction } from './move-operation.ts'
import { checkSigningPolicy, intentHash, isTooOld } from './rules.ts'
import * as store from './store.ts'
import type { SigningWallet } from './types.ts'

export interface SigningKey {
  readonly address: Address
  signTransaction(transaction: TransactionSerializableEIP1559): Promise<Hex>
}
export type SigningKeys = Readonly<Record<SigningWallet, SigningKey>>

export interface Signer {
  /** `stored`: signed bytes of the operation are in the database, from now or from before. */
  sign(operationId: string): Promise<'stored' | 'refused'>
}

/** Keys of the embedded chain. */
export function localKeys(mnemonicFile: string): SigningKeys {
  const { hot, treasury } = readWallets(mnemonicFile)
  return { hot, treasury }
}

export function createSigner(context: ChainContext, keys: SigningKeys): Signer {
  const { db, deployment } = context
  return {
    async sign(operationId) {
      const intent = await store.findIntent(db, operationId)
      if (!intent) throw new Error(`nobody decided operation ${operationId}: nothing is signed`)
      if ((await store.findTransaction(db, operationId))?.signed) return 'stored'
      if (intent.refused) return 'refused'
      await ensureWallet(context, intent.wallet, keys[intent.wallet].address)
      const reserved = await inTransaction(db, (tx) => reserveOrRefuse(context, tx, operationId))
      if (!reserved) return 'refused'
      const { nonce } = reserved
      failpoint('blockchain.reserved')
      const { to, data, gas, maxFeePerGas, maxPriorityFeePerGas } = intent.request
      const signed = await keys[intent.wallet].signTransaction({
        type: 'eip1559',
        chainId: deployment.chainId,
        nonce: Number(nonce),
        to,
        data,
        value: 0n,
        gas: BigInt(gas),
        maxFeePerGas: BigInt(maxFeePerGas),
        maxPriorityFeePerGas: BigInt(maxPriorityFeePerGas),
      })
      failpoint('blockchain.signed')
      await storeSigned(context, operationId, signed)
      failpoint('blockchain.stored')
      return 'stored'
    },
  }
}

/** Null when it is refused. An operation that has its nonce is always signed: every later one of the wallet waits for it. */
async function reserveOrRefuse(context: ChainContext, tx: Transaction, operationId: string): Promise<store.TransactionRow | null> {
  const intent = await store.lockIntent(tx, operationId)
  const reserved = await store.findTransaction(tx, operationId)
  if (reserved) return reserved
  const at = context.clock.now()
  const reason = intent.refused ?? reasonToRefuse(context, intent)
  if (reason) {
    const refused = { to: 'refused', at, actor: SYSTEM, note: reason, set: { refused: reason } } as const
    const outcome = await moveIntent(context, tx, intent, refused)
    if (outcome === 'moved') context.log.error({ operationId, reason }, 'the signer refused an operation: somebody has to look at it')
    return null
  }
  await moveIntent(context, tx, intent, { to: 'reserved', at, actor: SYSTEM })
  const transaction = await store.reserveNonce(tx, intent, at)
  await beginTransaction(context, tx, transaction, at)
  return transaction
}

/** Keeps the first signature: a later one of the same operation changes nothing. */
async function storeSigned(context: ChainContext, operationId: string, signed: Hex): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const at = context.clock.now()
    const set = { signed, hash: keccak256(signed), updated_at: at }
    const transaction = await store.lockTransaction(tx, operationId)
    await moveTransaction(context, tx, transaction, { to: 'signed', at, actor: SYSTEM, set, illegal: 'ignore' })
  })
}

function reasonToRefuse({ deployment, clock }: ChainContext, intent: store.IntentRow): string | null {
  const { operation_id: operationId, wallet, kind, ref, request, hash, decided_at: decidedAt } = intent
  if (intentHash({ operationId, wallet, kind, ref }, request) !== hash) return 'the intent was changed after it was made'
  return checkSigningPolicy(intent, request, deployment) ?? (isTooOld({ kind, decidedAt }, clock.now()) ? 'it waited too long' : null)
}

/** The first operation of a wallet begins where the chain is: the deployment used its first nonces. */
async function ensureWallet({ db, client }: ChainContext, wallet: SigningWallet, address: Address): Promise<void> {
  if (await store.walletExists(db, wallet)) return
  await store.insertWallet(db, wallet, address, await client.getTransactionCount({ address, blockTag: 'pending' }))
}
