/**
 * Heads of the audit trail and of the ledger on the chain, where an owner of the database cannot change them. Each is a transaction of the
 * hot wallet to itself whose data is the signed head as text.
 */
import { fromHex, type Hex, isAddressEqual, size, slice, toHex } from 'viem'
import * as z from 'zod'
import { chainClient } from '../../../chain/client.ts'
import { inTransaction } from '../../../platform/database/database.ts'
import { idOf } from '../../../platform/database/ids.ts'
import type { ChainContext } from './context.ts'
import { operationIdOf } from './operation-ids.ts'
import { submitWithin } from './submit.ts'

export const HEAD_KINDS = ['audit', 'ledger'] as const
export type HeadKind = (typeof HEAD_KINDS)[number]

const publishedHead = z.looseObject({ tunjo: z.enum(HEAD_KINDS), hash: z.string().regex(/^[0-9a-f]{64}$/) })
export type PublishedHead = z.output<typeof publishedHead>

/** A signed head and its key take about four hundred bytes. */
const BYTES_MAX = 1_024
const TRAILER_BYTES = 16
const PUBLISH_GAS = 100_000n

export function publishHeads(context: ChainContext): void {
  const { outbox } = context
  outbox.on('platform.audit_head_signed', 'blockchain.publish', (head) => publish(context, 'audit', head))
  outbox.on('reconciliation.ledger_head_signed', 'blockchain.publish', (head) => publish(context, 'ledger', head))
}

async function publish(
  context: ChainContext,
  tunjo: HeadKind,
  head: { seq: number | string; hash: string; signedAt: string },
): Promise<void> {
  const ref = idOf('blockchain.head', tunjo, String(head.seq), head.hash, head.signedAt)
  const operation = { operationId: operationIdOf('blockchain.publish', ref), wallet: 'hot', kind: 'publish', ref } as const
  const data = toHex(JSON.stringify({ tunjo, ...head }))
  await inTransaction(context.db, (tx) =>
    submitWithin(context, tx, { ...operation, to: context.deployment.hotWallet, data, gas: PUBLISH_GAS }),
  )
}

/** Null when the bytes are not a published head. */
export function readHead(data: Hex): PublishedHead | null {
  if (size(data) === 0 || size(data) > BYTES_MAX) return null
  try {
    return publishedHead.parse(JSON.parse(fromHex(data, 'string')))
  } catch {
    return null
  }
}

const BLOCKS_AT_ONCE = 50

/** Heads that the address published from this block on, read from a node of the verifier's choice. */
export async function findPublishedHeads({
  rpcUrl,
  publisher,
  fromBlock,
}: {
  rpcUrl: string
  publisher: Hex
  fromBlock: number
}): Promise<PublishedHead[]> {
  const client = chainClient(rpcUrl, { timeoutMs: 30_000 })
  const head = Number(await client.getBlockNumber())
  const found: PublishedHead[] = []
  for (let from = fromBlock; from <= head; from += BLOCKS_AT_ONCE) {
    const numbers = Array.from({ length: Math.min(BLOCKS_AT_ONCE, head - from + 1) }, (_, index) => BigInt(from + index))
    const blocks = await Promise.all(numbers.map((blockNumber) => client.getBlock({ blockNumber, includeTransactions: true })))
    for (const { from: sender, to, input } of blocks.flatMap(({ transactions }) => transactions)) {
      const isToItself = to !== null && isAddressEqual(sender, publisher) && isAddressEqual(to, publisher)
      const published = isToItself && size(input) > TRAILER_BYTES ? readHead(slice(input, 0, size(input) - TRAILER_BYTES)) : null
      if (published) found.push(published)
    }
  }
  return found
}
