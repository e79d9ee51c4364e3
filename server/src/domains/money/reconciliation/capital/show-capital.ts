/** Platform capital as officers see it: by account, the amount that may leave, and the bookings. */
import { type CapitalMovement, COMPANY_ACCOUNTS, type CompanyCapital } from '@tunjo/contract/capital'
import { ASSET_CODES, formatAsset } from '@tunjo/contract/money'
import type { Caller } from '../../../../platform/http/route.ts'
import type { ReconciliationContext } from '../context.ts'
import { type CapitalContext, systemBalances } from './book-capital.ts'
import { capitalText, listCapital, type SealedCapital } from './capital-store.ts'
import { ownOf } from './places.ts'

export interface CapitalOffice extends CapitalContext {
  readonly identity: Pick<ReconciliationContext['identity'], 'person'>
}

export async function presentCompanyCapital({ db, ledger }: CapitalOffice, caller: Caller): Promise<CompanyCapital> {
  const posted = await systemBalances(ledger, db)
  const all = COMPANY_ACCOUNTS.flatMap((account) => ASSET_CODES.map((asset) => ({ account, asset, units: posted(account, asset) })))
  return {
    accounts: all
      .filter(({ units }) => units !== 0n)
      .map(({ account, asset, units }) => ({ account, asset, amount: formatAsset(asset, units) })),
    available: ASSET_CODES.map((asset) => {
      const own = ownOf(posted, asset)
      return { asset, amount: formatAsset(asset, own > 0n ? own : 0n) }
    }),
    mayPropose: caller.permissions?.includes('treasury.operate') ?? false,
  }
}

export async function showCapital(context: CapitalOffice, { pageIndex, size }: { pageIndex: number; size: number }) {
  const { rows, total } = await listCapital(context.db, { offset: pageIndex * size, size })
  return { results: await Promise.all(rows.map((row) => shown(context, row))), total }
}

async function shown({ identity, seals }: CapitalOffice, row: SealedCapital): Promise<CapitalMovement> {
  const { id, move, place, asset, amount, reference, reason, makerId, checkerId, operator, bookedAt, seal } = row
  const nameOf = async (accountId: string) => (await identity.person(accountId))?.email ?? accountId
  const [maker, checker] = await Promise.all([makerId ? nameOf(makerId) : (operator ?? ''), checkerId && nameOf(checkerId)])
  const facts = { id, move, place, asset, amount: formatAsset(asset, amount), reference, reason, maker, checker }
  return { ...facts, bookedAt: bookedAt.toISOString(), isSealed: seals.isSealOf(capitalText(row), seal) }
}
