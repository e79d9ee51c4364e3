/**
 * Sealed approvals of two officers (docs/decisions/0045-sealed-rows.md). An attacker with write access to the database only can add rows,
 * but none with our seal, and those never make a record valid. Changing or deleting a newer record does not revive an older one either:
 * then no record of that customer is valid, which is logged and counted in the metric `due_diligence_unproved`.
 */
import { PEP_ALERT } from '@tunjo/contract/alert-kinds'
import { type DiligenceCause, type DiligenceConclusion, isPepCause } from '@tunjo/contract/due-diligence'
import { sql } from 'kysely'
import type { Connection, Transaction } from '../../../../platform/database/database.ts'
import type { Log } from '../../../../platform/observability/log.ts'
import type { EvidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import type { WaitingAlert } from './diligence-store.ts'

export interface ApprovedDiligence {
  readonly diligenceId: string
  readonly accountId: string
  readonly version: number
  readonly contentSha256: string
  readonly cause: DiligenceCause
  readonly conclusion: DiligenceConclusion
  /** `2027-11-26`: valid to the end of that day in Bogotá. */
  readonly nextReviewOn: string
  readonly makerId: string
  readonly checkerId: string
  readonly requestId: string
  readonly approvedAt: Date
}

const sealedText = (row: ApprovedDiligence): string => {
  const { diligenceId, accountId, version, contentSha256, cause, conclusion, nextReviewOn, makerId, checkerId, requestId, approvedAt } = row
  const words = [diligenceId, accountId, version, contentSha256, cause, conclusion, nextReviewOn, makerId, checkerId, requestId]
  return JSON.stringify(['due-diligence', ...words, approvedAt.toISOString()])
}

export async function insertApproval(tx: Transaction, seals: EvidenceSeals, row: ApprovedDiligence): Promise<void> {
  const { diligenceId, accountId, version, contentSha256, cause, conclusion, nextReviewOn, makerId, checkerId, requestId, approvedAt } = row
  await sql`INSERT INTO compliance.due_diligence_approval (diligence_id, seal, account_id, version, content_sha256, cause, conclusion,
      next_review_on, maker_id, checker_id, request_id, approved_at)
    VALUES (${diligenceId}, ${seals.seal(sealedText(row))}, ${accountId}, ${version}, ${contentSha256}, ${cause}, ${conclusion},
      ${nextReviewOn}, ${makerId}, ${checkerId}, ${requestId}, ${approvedAt})`.execute(tx)
}

/** Far above the number of records about one customer. With more rows some are forged, and no record is valid. */
const READ_MAX = 1_000

/** Rows with our seal, the newest first. */
export const approvalsOf = async (connection: Connection, seals: EvidenceSeals, accountId: string): Promise<ApprovedDiligence[]> =>
  (await rowsOf(connection, accountId)).filter((row) => hasOurSeal(seals, row))

export interface TrustedApprovals {
  /** The newest first. */
  readonly approved: readonly ApprovedDiligence[]
  /** False: the database was tampered with, and no record of this customer is valid until its owner repaired it (docs/operations.md). */
  readonly isProved: boolean
}

interface Asked {
  readonly seals: EvidenceSeals
  readonly log: Pick<Log, 'error'>
}

/** Approvals for validity checks: empty when the newest row has no valid seal, or an approved record lacks its row of two officers. */
export async function approvalsToTrust({ seals, log }: Asked, connection: Connection, accountId: string): Promise<TrustedApprovals> {
  const rows = await rowsOf(connection, accountId)
  const [newest] = rows
  const ours = rows.filter((row) => hasOurSeal(seals, row))
  const records = await sql<{ id: string; version: number }>`SELECT id, version FROM compliance.due_diligence
    WHERE account_id = ${accountId} AND state = 'approved'`.execute(connection)
  const isWhole = records.rows.every(({ id, version }) => ours.some((one) => one.diligenceId === id && one.version === version))
  const isProved = isWhole && (newest === undefined || hasOurSeal(seals, newest))
  if (!isProved)
    log.error({ securityEvent: 'due_diligence_unproved', accountId }, 'no due diligence of this person is valid: rows have an invalid seal')
  return { approved: isProved ? ours : [], isProved }
}

export type SealedRow = ApprovedDiligence & { readonly seal: string }
export const hasOurSeal = (seals: EvidenceSeals, row: SealedRow): boolean => seals.isSealOf(sealedText(row), row.seal)

export const APPROVAL_COLUMNS = sql`approval.diligence_id AS "diligenceId", approval.seal, approval.account_id AS "accountId", approval.version,
  content_sha256 AS "contentSha256", cause, conclusion, next_review_on AS "nextReviewOn", maker_id AS "makerId", checker_id AS "checkerId",
  request_id AS "requestId", approved_at AS "approvedAt"`

async function rowsOf(connection: Connection, accountId: string): Promise<SealedRow[]> {
  const found = await sql<SealedRow>`SELECT ${APPROVAL_COLUMNS} FROM compliance.due_diligence_approval AS approval
    WHERE account_id = ${accountId} ORDER BY approved_at DESC LIMIT ${READ_MAX}`.execute(connection)
  return found.rows
}

type Approved = Pick<ApprovedDiligence, 'cause' | 'conclusion' | 'nextReviewOn' | 'approvedAt'>

const holds = ({ nextReviewOn }: Approved, today: string): boolean => nextReviewOn >= today

/** The newest one, until the day of its review. */
export function inForce<A extends Approved>(approved: readonly A[], today: string): A | null {
  const [newest] = approved
  return newest && holds(newest, today) ? newest : null
}

/** For a PEP: the record covers that, and no later one concluded that the relationship ends. `approved`: the newest first. */
export function allowsTransactions(approved: readonly Approved[], today: string): boolean {
  if (approved[0]?.conclusion === 'end') return false
  const ofPep = approved.find(({ cause }) => isPepCause(cause))
  return ofPep !== undefined && ofPep.conclusion !== 'end' && holds(ofPep, today)
}

/** For a PEP, since that time: a record that ends the PEP alert also permits transactions. */
export const isPepApprovedSince = (approved: readonly Approved[], since: Date, today: string): boolean =>
  allowsTransactions(approved, today) && approved.some(({ cause, approvedAt }) => isPepCause(cause) && approvedAt > since)

/** PEP: findings after the approval were not reviewed. High risk by volume: any conclusion is valid until its review. */
export const endsAlert = (approved: readonly Approved[], { kind, foundAt }: WaitingAlert, today: string): boolean =>
  kind === PEP_ALERT ? isPepApprovedSince(approved, foundAt, today) : inForce(approved, today) !== null
