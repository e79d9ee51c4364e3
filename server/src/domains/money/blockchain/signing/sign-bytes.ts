/** Signs the bytes of an operation at a nonce and makes their row in the book. */
import { keccak256 } from 'viem'
import type { IntentRow } from '../store.ts'
import type { Attempt } from './book-store.ts'
import type { SignerContext } from './context.ts'
import { type Fees, feesNow } from './fees.ts'
import { withTrailer } from './trailer.ts'

export type SignedAttempt = Attempt & { readonly signed: NonNullable<Attempt['signed']> }

export async function signBytes(context: SignerContext, intent: IntentRow, nonce: number, fees?: Fees): Promise<SignedAttempt> {
  const { keys, deployment, feeCeilingWei } = context
  const { operationId, wallet, request } = intent
  const { maxFeePerGas, maxPriorityFeePerGas } = fees ?? feesNow(await baseFeeOf(context), feeCeilingWei())
  const key = keys[wallet]
  const signed = await key.signTransaction({
    type: 'eip1559',
    chainId: deployment.chainId,
    nonce,
    to: request.to,
    data: withTrailer(request.data, operationId),
    value: 0n,
    gas: BigInt(request.gas) + TRAILER_GAS,
    maxFeePerGas,
    maxPriorityFeePerGas,
  })
  const fee = { maxFeeWei: maxFeePerGas, priorityFeeWei: maxPriorityFeePerGas }
  return { hash: keccak256(signed), operationId, address: key.address.toLowerCase(), nonce, signed, ...fee }
}

/** 16 bytes at 40 gas each, the highest price of a chain (EIP-7623). */
const TRAILER_GAS = 640n

export async function baseFeeOf({ client }: Pick<SignerContext, 'client'>): Promise<bigint> {
  return (await client.getBlock({ blockTag: 'latest' })).baseFeePerGas ?? 0n
}
