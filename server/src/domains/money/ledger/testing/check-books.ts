/** MON-10: after any test, every row is proved and every asset adds up to zero. */
import { ASSET_CODES } from '@tunjo/contract/money'
import { expect } from 'vitest'
import type { Ledger } from '../index.ts'

export async function checkBooks(ledger: Ledger): Promise<void> {
  expect((await ledger.verify()).faults).toEqual([])
  const totals = await ledger.totals()
  for (const asset of ASSET_CODES)
    expect(
      totals.filter((total) => total.asset === asset).reduce((sum, { posted }) => sum + posted, 0n),
      asset,
    ).toBe(0n)
}
