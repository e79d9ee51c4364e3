/**
 * Proof that a transaction of a node was signed by the key of its sender: its bytes are rebuilt from their parts, then their hash and
 * signer are checked. A lying node can show any block, but it cannot make our signature.
 */
import {
  type Address,
  type Transaction as ChainTransaction,
  type Hex,
  isAddressEqual,
  keccak256,
  recoverTransactionAddress,
  serializeTransaction,
} from 'viem'

export interface ProvedBytes {
  readonly bytes: Hex
  /** True for the one form that we sign: EIP-1559, without an access list. */
  readonly isOfOurForm: boolean
}

/** Null when it is not proved, or of a form that cannot be read here (blobs, delegations). */
export async function provedBytes(found: ChainTransaction, chainId: number): Promise<ProvedBytes | null> {
  const signed = await signedBytes(found, chainId)
  if (!signed || keccak256(signed.bytes) !== found.hash || !isAddressEqual(signed.by, found.from)) return null
  return { bytes: signed.bytes, isOfOurForm: found.type === 'eip1559' && found.accessList.length === 0 }
}

async function signedBytes(found: ChainTransaction, chainId: number): Promise<{ bytes: Hex; by: Address } | null> {
  const { nonce, to, input: data, value, gas, r, s } = found
  const call = { nonce, to, data, value, gas }
  try {
    if (found.type === 'eip1559') {
      const { accessList, maxFeePerGas, maxPriorityFeePerGas, yParity } = found
      const fields = { ...call, type: 'eip1559', chainId, accessList, maxFeePerGas, maxPriorityFeePerGas } as const
      const bytes = serializeTransaction(fields, { r, s, yParity })
      return { bytes, by: await recoverTransactionAddress({ serializedTransaction: bytes }) }
    }
    if (found.type === 'eip2930') {
      const { accessList, gasPrice, yParity } = found
      const bytes = serializeTransaction({ ...call, type: 'eip2930', chainId, accessList, gasPrice }, { r, s, yParity })
      return { bytes, by: await recoverTransactionAddress({ serializedTransaction: bytes }) }
    }
    if (found.type !== 'legacy') return null
    const ofChain = found.chainId === undefined ? {} : { chainId: found.chainId }
    const bytes = serializeTransaction({ ...call, type: 'legacy', gasPrice: found.gasPrice, ...ofChain }, { r, s, v: found.v })
    return { bytes, by: await recoverTransactionAddress({ serializedTransaction: bytes }) }
  } catch {
    // A transaction without a readable signature is not signed by our key.
    return null
  }
}
