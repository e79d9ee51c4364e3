/** Problems that keep a version of the yearly report from being approved, on plain values. */
import { ASSET_CODES, type AssetCode } from '@tunjo/contract/money'
import type { Problem } from '../uiaf/frame-file.ts'
import type { Company } from './company.ts'
import type { TaxSubject } from './tax-subject.ts'
import { netOf, type Total } from './totals.ts'
import { isReported } from './user-record.ts'

/** A person or company with postings in crypto-assets in the year. */
export interface UserYear {
  readonly accountId: string
  /** Null without a dossier. */
  readonly subject: TaxSubject | null
  readonly totals: readonly Total[]
}
interface Facts {
  readonly company: Company | null
  readonly users: readonly UserYear[]
  readonly ledger: ReadonlyMap<AssetCode, bigint>
  readonly isTooLong: boolean
  /** Nothing has changed since the last presented message. */
  readonly isEmpty: boolean
}

export function problemsOf({ company, users, ledger, isTooLong, isEmpty }: Facts): Problem[] {
  const whole: [boolean, Problem['problem']][] = [
    [company === null, 'company'],
    [isTooLong, 'lines'],
    [isEmpty, 'unchanged'],
  ]
  return [
    ...whole.flatMap(([isFound, problem]) => (isFound ? [about(problem)] : [])),
    ...(isTooLong ? [] : differences(users, ledger)),
    ...users.flatMap(problemsOfUser),
  ]
}

const about = (
  problem: Problem['problem'],
  { field = null, userId = null }: { field?: string | null; userId?: string | null } = {},
): Problem => ({
  problem,
  field,
  movementId: null,
  userId,
})

/** The totals of all people and what the ledger says of them. Pesos are of people without crypto-assets too, and not reported. */
function differences(users: readonly UserYear[], ledger: ReadonlyMap<AssetCode, bigint>): Problem[] {
  const differ = ASSET_CODES.filter(
    (asset) => asset !== 'COP' && users.reduce((sum, { totals }) => sum + netOf(totals, asset), 0n) !== (ledger.get(asset) ?? 0n),
  )
  return differ.map((asset) => about('ledger', { field: asset }))
}

function problemsOfUser({ accountId: userId, subject, totals }: UserYear): Problem[] {
  const faulty = totals.filter(({ asset }) => asset !== 'COP')
  const found: [boolean, Problem['problem']][] = [
    [faulty.some(({ bucket }) => bucket === 'unknown'), 'posting'],
    [faulty.some(({ units }) => units < 0n), 'negative'],
    [faulty.some((one) => isReported(one) && one.cents === null), 'rate'],
    ...(totals.some(isReported) ? missing(subject) : []),
  ]
  return found.flatMap(([isFound, problem]) => (isFound ? [about(problem, { userId })] : []))
}

function missing(subject: TaxSubject | null): [boolean, Problem['problem']][] {
  if (!subject) return [[true, 'client_document']]
  const { personType, birthDate } = subject
  return [[personType === 'natural' && birthDate === null, 'birth_date']]
}
