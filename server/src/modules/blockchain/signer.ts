// The signer: asked with an operation id, it reads the stored decision itself, checks it again, and stores what it signs before
// anybody can send it. Keys stay behind `SigningKey`, so a KMS or a token can take the place of the local one.
import { type Address, type Hex, keccak256, type TransactionSerializableEIP1559 } from 'viem'
import { readWallets } from '../../chain/wallets.ts'
import { inTransaction, type Transaction } from '../../platform/database.ts'
import { faultPoint } from '../../platform/fault.ts'
import type { ChainContext } from './context.ts'
import { decisionHash, isTooOld, reasonNotToSign } from './rules.ts'
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
  const { db, clock, deployment } = context
  return {
    async sign(operationId) {
      const decision = await store.findDecision(db, operationId)
      if (!decision) throw new Error(`nobody decided operation ${operationId}: nothing is signed`)
      if ((await store.findTransaction(db, operationId))?.signed) return 'stored'
      if (decision.refused) return 'refused'
      await ensureWallet(context, decision.wallet, keys[decision.wallet].address)
      const reserved = await inTransaction(db, (tx) => reserveOrRefuse(context, tx, operationId))
      if (!reserved) return 'refused'
      const { nonce } = reserved
      faultPoint('blockchain.reserved')
      const { to, data, gas, maxFeePerGas, maxPriorityFeePerGas } = decision.request
      const signed = await keys[decision.wallet].signTransaction({
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
      faultPoint('blockchain.signed')
      await store.storeSigned(db, operationId, signed, keccak256(signed), clock.now())
      faultPoint('blockchain.stored')
      return 'stored'
    },
  }
}

/** Null when it is refused. An operation that has its nonce is always signed: every later one of the wallet waits for it. */
async function reserveOrRefuse(context: ChainContext, tx: Transaction, operationId: string): Promise<store.TransactionRow | null> {
  const decision = await store.lockDecision(tx, operationId)
  const reserved = await store.findTransaction(tx, operationId)
  if (reserved) return reserved
  if (decision.refused) return null
  const reason = reasonToRefuse(context, decision)
  if (!reason) return store.reserveNonce(tx, decision, context.clock.now())
  await refuse(context, tx, decision, reason)
  return null
}

function reasonToRefuse({ deployment, clock }: ChainContext, decision: store.DecisionRow): string | null {
  const { operation_id: operationId, wallet, kind, ref, request, hash, decided_at: decidedAt } = decision
  if (decisionHash({ operationId, wallet, kind, ref }, request) !== hash) return 'the decision was changed after it was made'
  return reasonNotToSign(decision, request, deployment) ?? (isTooOld({ kind, decidedAt }, clock.now()) ? 'it waited too long' : null)
}

async function refuse({ log, outbox }: ChainContext, tx: Transaction, decision: store.DecisionRow, reason: string): Promise<void> {
  const { operation_id: operationId, kind, ref } = decision
  log.error({ operationId, reason }, 'the signer refused an operation: somebody has to look at it')
  await store.refuseDecision(tx, operationId, reason)
  await outbox.emit(tx, 'blockchain.operation_updated', { operationId, kind, ref, state: 'refused' })
}

/** The first operation of a wallet begins where the chain is: the deployment used its first nonces. */
async function ensureWallet({ db, client }: ChainContext, wallet: SigningWallet, address: Address): Promise<void> {
  if (await store.walletExists(db, wallet)) return
  await store.insertWallet(db, wallet, address, await client.getTransactionCount({ address, blockTag: 'pending' }))
}
