/** Sends signed bytes to the node. Sending the same bytes again is always safe, so bytes that the node already has are not an error. */
import { BaseError, type Hex } from 'viem'
import type { ChainClient } from './client.ts'

/** `known`: the node already has these bytes, in its pool or in a block. Throws on any other refusal. */
export async function sendSigned(client: ChainClient, signed: Hex): Promise<'sent' | 'known'> {
  try {
    await client.sendRawTransaction({ serializedTransaction: signed })
    return 'sent'
  } catch (error) {
    const text = error instanceof BaseError ? `${error.details} ${error.shortMessage}` : ''
    if (/already (imported|known)|nonce too low|lower than the current nonce/i.test(text)) return 'known'
    throw error
  }
}
