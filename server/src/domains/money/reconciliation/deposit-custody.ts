/**
 * Balances of customers' deposit addresses, against the ledger. One snapshot holds the last block that the scanner read and the ledger,
 * which has every arrival and every sweep up to that block and none of a later one. The chain is then read at exactly that block. So the
 * comparison is exact while deposits arrive and sweeps run, and needs no rows (docs/decisions/0046-token-deposits-in-the-books.md).
 */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { isAddressEqual } from 'viem'
import type { Connection } from '../../../platform/database/database.ts'
import { type Figure, factsOf } from './checks.ts'
import type { ReconciliationContext } from './context.ts'

/** Throws when the chain has another block by then: the scanner takes it back, and the next pass compares. */
export async function depositCustodyFigures(context: ReconciliationContext): Promise<Figure[]> {
  const { blockchain } = context
  const { lying, system } = await readBooks(context)
  // No customer had an address before the first block.
  if (!lying) return []
  const custody = await blockchain.depositCustody(lying.holders, lying.block)
  if (!custody) throw new Error(`block ${lying.block.number} is no longer of the chain`)
  const isElsewhere = !isAddressEqual(custody.sweepsGoTo, blockchain.deployment.hotWallet)
  const figures = ASSET_CODES.flatMap((asset): Figure[] => [
    { check: 'chain.deposits', asset, subject: '', expected: -system('deposit_addresses', asset), actual: custody.held[asset] },
    // An attacker who posts could credit from uncredited deposits of others: the rows show how much those are.
    { check: 'crypto.uncredited', asset, subject: '', expected: lying.uncredited[asset], actual: system('deposits_uncredited', asset) },
  ])
  return [
    ...figures,
    {
      check: 'chain.destination',
      asset: 'COP',
      subject: '',
      expected: 0n,
      actual: isElsewhere ? 1n : 0n,
      facts: factsOf(custody.sweepsGoTo),
    },
  ]
}

function readBooks({ db, ledger, crypto }: ReconciliationContext) {
  const snapshot = db.transaction().setIsolationLevel('repeatable read').setAccessMode('read only')
  return snapshot.execute(async (tx: Connection) => {
    const totals = await ledger.totals(tx)
    const system = (name: string, asset: AssetCode) => totals.find((total) => total.name === name && total.asset === asset)?.posted ?? 0n
    return { lying: await crypto.depositAddressTokens(tx), system }
  })
}
