/**
 * Heads from an external source, for the commands that verify a chain: in a file, or on the blockchain by a node of the verifier's choice.
 */
import { readFile } from 'node:fs/promises'
import { getAddress } from 'viem'
import * as z from 'zod'

/** Options of the commands. */
export type ExternalHeadOptions = { readonly [Name in 'head' | 'chain' | 'publisher' | 'fromBlock']?: string | undefined }

/** @throws when the file or the chain holds an invalid head */
export async function externalHeads<Head extends z.ZodType>(
  options: ExternalHeadOptions,
  kind: 'audit' | 'ledger',
  head: Head,
): Promise<z.output<Head>[]> {
  const kept = options.head === undefined ? [] : JSON.parse(await readFile(options.head, 'utf8'))
  return [...z.array(head).parse(kept), ...z.array(head).parse(await headsOnChain(options, kind))]
}

/** Queries a node that the verifier chooses: the product's node could return forged data. */
async function headsOnChain({ chain, publisher, fromBlock = '0' }: ExternalHeadOptions, kind: 'audit' | 'ledger'): Promise<unknown[]> {
  if (chain === undefined) return []
  // Imported only when needed: the rest of a command uses no blockchain.
  const { findPublishedHeads } = await import('../domains/money/blockchain/index.ts')
  const found = await findPublishedHeads({ rpcUrl: chain, publisher: getAddress(publisher ?? ''), fromBlock: Number(fromBlock) })
  const heads = found.filter(({ tunjo }) => tunjo === kind)
  console.log(`${heads.length} heads of the ${kind === 'audit' ? 'audit trail' : 'ledger'} on the chain`)
  return heads
}
