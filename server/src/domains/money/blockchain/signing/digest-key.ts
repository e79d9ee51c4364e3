/**
 * Adapter from a key that signs digests outside the process (a token, a KMS) to a key that signs transactions. Such keys return r and s
 * alone. The adapter brings s to its lower half, as the chain requires (EIP-2), and finds the recovery id by comparing both candidates with
 * our address.
 */
import {
  type Address,
  bytesToHex,
  type Hex,
  isAddressEqual,
  keccak256,
  recoverAddress,
  serializeTransaction,
  type TransactionSerializableEIP1559,
} from 'viem'
import { publicKeyToAddress } from 'viem/accounts'
import type { SigningKey } from './signing-key.ts'

export interface EcdsaSignature {
  readonly r: bigint
  readonly s: bigint
}
export interface DigestSigner {
  /** Uncompressed point: 65 bytes that begin with 04. */
  readonly publicKey: Hex
  sign(digest: Uint8Array): Promise<EcdsaSignature>
}

/** Order of secp256k1. */
const ORDER = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n
const HALF_ORDER = ORDER / 2n

export function digestKey({ publicKey, sign }: DigestSigner): SigningKey {
  const address = publicKeyToAddress(publicKey)
  return {
    address,
    async signTransaction(transaction: TransactionSerializableEIP1559): Promise<Hex> {
      const digest = keccak256(serializeTransaction(transaction), 'bytes')
      const signature = await recoverable(address, digest, await sign(digest))
      return serializeTransaction(transaction, signature)
    },
  }
}

async function recoverable(address: Address, digest: Uint8Array, { r, s }: EcdsaSignature) {
  if (r <= 0n || r >= ORDER || s <= 0n || s >= ORDER) throw new Error('the signature of a key is out of range')
  const low = s > HALF_ORDER ? ORDER - s : s
  for (const yParity of [0, 1] as const) {
    const signature = { r: word(r), s: word(low), yParity }
    const found = await recoverAddress({ hash: bytesToHex(digest), signature }).catch(() => null)
    if (found && isAddressEqual(found, address)) return signature
  }
  throw new Error(`the signature is not of the key of ${address}`)
}

const word = (value: bigint): Hex => `0x${value.toString(16).padStart(64, '0')}`
export const readWord = (bytes: Uint8Array): bigint => BigInt(bytesToHex(bytes))
