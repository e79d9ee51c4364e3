// The signer: asked with an operation id, it reads the stored decision itself, checks it again, and stores what it signs before
// anybody can send it. Keys stay behind `SigningKey`, so a KMS or a token can take the place of the local one.
import { type Address, type Hex, keccak256, type TransactionSerializableEIP1559 } from 'viem'
import { readWallets } from '../../chain/wallets.ts'
import { inTransaction } from '../../platform/database.ts'
import { faultPoint } from '../../platform/fault.ts'
import type { ChainContext } from './context.ts'
import { decisionHash, reasonNotToSign } from './rules.ts'
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
      const reason = reasonToRefuse(context, decision)
      if (reason) {
        await refuse(context, decision, reason)
        return 'refused'
      }
      await ensureWallet(context, decision.wallet, keys[decision.wallet].address)
      const { nonce } = await inTransaction(db, (tx) => store.reserveNonce(tx, decision, clock.now()))
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

function reasonToRefuse({ deployment }: ChainContext, decision: store.DecisionRow): string | null {
  const { operation_id: operationId, wallet, kind, ref, request, hash } = decision
  if (decisionHash({ operationId, wallet, kind, ref }, request) !== hash) return 'the decision was changed after it was made'
  return reasonNotToSign(decision, request, deployment)
}

async function refuse({ db, log, outbox }: ChainContext, decision: store.DecisionRow, reason: string): Promise<void> {
  log.error({ operationId: decision.operation_id, reason }, 'the signer refused an operation: somebody has to look at it')
  await inTransaction(db, async (tx) => {
    await store.refuseDecision(tx, decision.operation_id, reason)
    const { operation_id: operationId, kind, ref } = decision
    await outbox.emit(tx, 'blockchain.operation_updated', { operationId, kind, ref, state: 'refused' })
  })
}

/** The first operation of a wallet begins where the chain is: the deployment used its first nonces. */
async function ensureWallet({ db, client }: ChainContext, wallet: SigningWallet, address: Address): Promise<void> {
  if (await store.walletExists(db, wallet)) return
  await store.insertWallet(db, wallet, address, await client.getTransactionCount({ address, blockTag: 'pending' }))
}
