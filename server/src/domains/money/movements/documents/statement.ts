/**
 * Statement of a month: for each asset the balance at its first and last instant, as in the ledger, and every posting in between.
 * Opening plus incoming minus outgoing is the closing: a statement that does not add up is never issued.
 */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import { customerAccount, type Entry } from '../../ledger/index.ts'
import type { MovementsContext } from '../types.ts'
import type { Month } from './month.ts'

const PAGE = 100
/** Far above any customer's postings in a month, by hand or by program; a bound for the memory of one answer. */
const ENTRIES_MAX = 50_000

export interface AssetStatement {
  readonly asset: AssetCode
  readonly opening: bigint
  readonly closing: bigint
  readonly came: bigint
  readonly went: bigint
  /** Oldest first, without holds, since they move nothing. */
  readonly entries: readonly Entry[]
}

/** The ledger's figures of an asset in a month or a year do not add up: a bug, or an attacker wrote to the database. */
export class StatementMismatch extends Error {
  readonly asset: AssetCode
  readonly period: string
  constructor(asset: AssetCode, period: string) {
    super(`a statement of ${asset} does not add up in ${period}`)
    this.asset = asset
    this.period = period
  }
}

export async function statementOf(
  { ledger }: Pick<MovementsContext, 'ledger'>,
  accountId: string,
  month: Month,
): Promise<AssetStatement[]> {
  const statements = await Promise.all(ASSET_CODES.map((asset) => assetStatement(ledger, accountId, asset, month)))
  return statements.filter(({ opening, closing, entries }) => opening !== 0n || closing !== 0n || entries.length > 0)
}

async function assetStatement(
  ledger: MovementsContext['ledger'],
  accountId: string,
  asset: AssetCode,
  { name, start, end }: Month,
): Promise<AssetStatement> {
  const account = customerAccount(accountId, asset)
  const [before, after] = await Promise.all([ledger.balance(account, lastBefore(start)), ledger.balance(account, lastBefore(end))])
  const entries: Entry[] = []
  // Read backwards by version: no concurrent posting can be among them.
  for (let next: bigint | null = after.version + 1n; next !== null && next > before.version + 1n; ) {
    const page = await ledger.history(account, { before: next, limit: PAGE })
    entries.push(...page.entries.filter(({ version }) => version > before.version))
    if (entries.length > ENTRIES_MAX) throw new Error(`more than ${ENTRIES_MAX} postings in one statement`)
    next = page.nextBefore
  }
  const moved = entries.filter(({ amount }) => amount !== 0n).reverse()
  const came = sum(moved.filter(({ amount }) => amount > 0n))
  const went = -sum(moved.filter(({ amount }) => amount < 0n))
  if (before.posted + came - went !== after.posted) throw new StatementMismatch(asset, name)
  return { asset, opening: before.posted, closing: after.posted, came, went, entries: moved }
}

/** Times of postings have milliseconds. */
const lastBefore = (instant: Date): Date => new Date(instant.getTime() - 1)
const sum = (entries: readonly Entry[]): bigint => entries.reduce((total, { amount }) => total + amount, 0n)
