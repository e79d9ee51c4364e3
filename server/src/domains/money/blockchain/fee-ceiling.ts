/**
 * Highest fee offered for a place in a block. An operator raises it without a restart by a file on the machine of the process, like the
 * signer's stop file. Nothing in the database can raise it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { type ChainSettings, FEE_CEILING_GWEI_MAX } from './config.ts'

const GWEI = 1_000_000_000n
/** A file that cannot be parsed changes nothing. */
export function feeCeilingWei({ maximumFeeWei, maximumFeeFile }: Pick<ChainSettings, 'maximumFeeWei' | 'maximumFeeFile'>): bigint {
  if (maximumFeeFile === null || !existsSync(maximumFeeFile)) return maximumFeeWei
  const text = readFileSync(maximumFeeFile, 'utf8').trim()
  const gwei = /^\d{1,5}$/.test(text) ? Number(text) : 0
  return gwei >= 1 && gwei <= FEE_CEILING_GWEI_MAX ? BigInt(gwei) * GWEI : maximumFeeWei
}
