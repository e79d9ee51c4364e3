/** Decisions that require enhanced due diligence (Decreto 830 de 2021): permitting a PEP to transact, and ending the PEP alert. */
import { PEP_ALERT } from '@tunjo/contract/alert-kinds'
import { bogotaDay, monthsAfter } from '@tunjo/contract/bogota-day'
import { sql } from 'kysely'
import type { Transaction } from '../../../platform/database/database.ts'
import { type Refusal, refusal } from '../../../platform/http/refusal.ts'
import type { ReviewFacts } from '../kyc/index.ts'
import { assessmentsOf } from './assessment/assessment-store.ts'
import type { Assessment } from './assessment/types.ts'
import type { RiskContext } from './context.ts'
import { lapsed } from './rules.ts'
import type { RiskProfile, RiskProfileChange, RiskProfileRow } from './types.ts'

/** A person is treated as exposed for two years after the office ended (Decreto 830 de 2021, art. 2). */
const EXPOSED_MONTHS = 24

const MISSING: Refusal = refusal('compliance.edd_missing')
const OLDER: Refusal = refusal('compliance.edd_older_than_alert')

/** They are, or may be, politically exposed. */
const isExposed = (assessment: Pick<Assessment, 'floors'> | undefined): boolean =>
  (assessment?.floors ?? []).some(({ cause }) => cause === 'pep' || cause === 'pep_alert')

/** A customer at medium risk because of that. */
export const isPepAllowed = (change: RiskProfileChange, assessment: Assessment | undefined): boolean =>
  change.action === 'allow' && change.is && isExposed(assessment)

/**
 * A customer with the permission turns out to be exposed. One who was exposed when it was given keeps it: a new rule removes no permission.
 */
export const isNewlyExposed = (before: RiskProfile, assessment: Assessment, kept: Assessment | undefined): boolean =>
  before.allow &&
  before.isPep !== true &&
  isExposed(assessment) &&
  (!isExposed(kept) || assessment.floors.some(({ cause }) => cause === 'pep'))

/**
 * A permission lapses with the risk that it was given for, and when the customer turns out to be exposed and there is no enhanced due
 * diligence.
 */
export async function lapsedNow<S extends RiskProfile>(
  { clock, diligence }: RiskContext,
  tx: Transaction,
  before: RiskProfileRow,
  after: S,
  assessment: Assessment,
): Promise<S> {
  const { accountId } = before
  const left = lapsed(before, after, clock.now())
  if (!left.allow) return left
  const kept = (await assessmentsOf(tx, [accountId])).get(accountId)
  if (!isNewlyExposed(before, assessment, kept) || (await diligence.allowsTransactions(tx, accountId))) return left
  return { ...left, allow: false }
}

export async function checkAllowed({ diligence }: RiskContext, tx: Transaction, accountId: string): Promise<Refusal | null> {
  return (await diligence.allowsTransactions(tx, accountId)) ? null : MISSING
}

/** The alert ends with the flag: by a record approved since the last finding, or because the person never was exposed or no longer is. */
export async function checkPepEnds(context: RiskContext, tx: Transaction, accountId: string): Promise<Refusal | null> {
  const { alerts, diligence, clock, kyc } = context
  const key = { accountId, kind: PEP_ALERT, typeId: null }
  const [openedAt, lastFoundAt] = [await alerts.openedAt(tx, key), await alerts.lastFoundAt(tx, key)]
  if (openedAt === null || lastFoundAt === null || (await diligence.isPepApprovedSince(tx, accountId, lastFoundAt))) return null
  // Later findings were not reviewed.
  const wanting = (await diligence.allowsTransactions(tx, accountId)) ? OLDER : MISSING
  const facts = await kyc.reviewFacts(accountId, tx)
  if ((await isHitThere(tx, accountId)) || isRepresented(facts)) return wanting
  const isOver = isOfficeOver(facts, bogotaDay(clock.now())) || (!isDeclared(facts) && (await isHitDiscarded(tx, accountId, openedAt)))
  return isOver ? null : wanting
}

/** Whether the office ended, from the last declaration that an officer accepted: before that it proves nothing. */
function isOfficeOver({ declared, items }: ReviewFacts, today: string): boolean {
  const isAccepted = items.findLast(({ form, kind }) => form === 'natural-1' && kind === 'fields')?.state === 'accepted'
  const until = declared['natural-1']?.peps ? declared['natural-1'].pepDetails?.until : null
  return isAccepted && typeof until === 'string' && monthsAfter(until, EXPOSED_MONTHS) <= today
}

/** Represented by an exposed person, in any list that counts: one officer who writes the next list removes no person by it. */
const isRepresented = ({ representatives, representativesBefore }: ReviewFacts): boolean =>
  [...representatives, ...representativesBefore].some(({ isPep }) => isPep)

/** In the sent declaration, and in the accepted one while the new one waits. */
const isDeclared = ({ declared, acceptedBefore }: ReviewFacts): boolean =>
  [declared, acceptedBefore].some((forms) => forms['natural-1']?.peps === true)

/** A hit that is undecided or confirmed. */
async function isHitThere(tx: Transaction, accountId: string): Promise<boolean> {
  const found = await sql`SELECT FROM screening.hit_report
    WHERE account_id = ${accountId} AND list = 'pep' AND state IN ('open', 'confirmed') LIMIT 1`.execute(tx)
  return found.rows.length > 0
}

/** Discarded by two officers, while the alert was open. */
async function isHitDiscarded(tx: Transaction, accountId: string, since: Date): Promise<boolean> {
  const found = await sql`SELECT FROM screening.discarded_hit
    WHERE account_id = ${accountId} AND list = 'pep' AND decided_at >= ${since} LIMIT 1`.execute(tx)
  return found.rows.length > 0
}
