/** Presentation of a customer's enhanced due diligence for officers. */
import { PEP_ALERT } from '@tunjo/contract/alert-kinds'
import { APPROVAL_LIFE_HOURS } from '@tunjo/contract/approvals'
import { bogotaDay, monthsAfter } from '@tunjo/contract/bogota-day'
import type { DiligenceRecord, PersonDiligence } from '@tunjo/contract/due-diligence'
import { validate as isUuid } from 'uuid'
import { sha256 } from '../../../../platform/database/ids.ts'
import { evidenceSeals } from '../../../../platform/secrets/evidence-seals.ts'
import type { ComplianceContext } from '../context.ts'
import { type ApprovedDiligence, allowsTransactions, approvalsOf, approvalsToTrust, endsAlert, inForce } from './approval-rows.ts'
import { type DiligenceOpener, diligenceOpener } from './content.ts'
import { type ContentRow, type DiligenceRow, diligencesOf, documentChoicesOf, reviewChoicesOf, waitingAlerts } from './diligence-store.ts'

const HOUR_MS = 3_600_000

export async function personDiligence(context: ComplianceContext, accountId: string): Promise<PersonDiligence> {
  const { db, clock, secrets, files, risk, configuration, log } = context
  const now = clock.now()
  const today = bogotaDay(now)
  const [rows, documents, reviews] = [
    await diligencesOf(db, accountId),
    await documentChoicesOf(db, accountId),
    await reviewChoicesOf(db, accountId),
  ]
  const seals = evidenceSeals(secrets)
  const approved = await approvalsOf(db, seals, accountId)
  const { approved: trusted, isProved } = await approvalsToTrust({ seals, log }, db, accountId)
  const holding = inForce(trusted, today)
  const { isPep, risk: level } = await risk.profile(db, accountId)
  const waiting = await waitingAlerts(db, accountId)
  const isExposed = isPep === true || waiting.some(({ kind }) => kind === PEP_ALERT)
  const { diligenceMonths } = (await configuration.at(db, 'renewal', now)).numbers
  const parts = { opener: await diligenceOpener(files, db, accountId), approved, emailOf: await emails(context, rows, approved) }
  const shownDocuments = documents.map(({ addedAt, ...document }) => ({ ...document, addedAt: addedAt.toISOString() }))
  return {
    today,
    isRequired: isExposed || level === 'high' || waiting.length > 0,
    allowsTransactions: !isExposed || allowsTransactions(trusted, today),
    isProved,
    inForce: holding && { id: holding.diligenceId, until: holding.nextReviewOn },
    waitingAlerts: waiting.map((alert) => ({
      kind: alert.kind,
      foundAt: alert.foundAt.toISOString(),
      isEndable: endsAlert(trusted, alert, today),
    })),
    proposedReviewOn: monthsAfter(today, diligenceMonths),
    records: rows.map((row) => shown(row, parts)),
    documents: shownDocuments,
    papers: shownDocuments,
    reviews: reviews.map(({ createdAt, ...review }) => ({ ...review, createdAt: createdAt.toISOString() })),
  }
}

type Row = DiligenceRow & ContentRow

async function emails({ identity }: ComplianceContext, rows: readonly Row[], approved: readonly ApprovedDiligence[]) {
  const officers = [...rows.flatMap(({ by, proposedBy }) => [by, proposedBy]), ...approved.flatMap((one) => [one.makerId, one.checkerId])]
  const known = new Map<string, string>()
  for (const id of new Set(officers)) if (id !== null && isUuid(id)) known.set(id, (await identity.person(id))?.email ?? id)
  return (id: string) => known.get(id) ?? id
}

interface Parts {
  readonly opener: DiligenceOpener
  readonly approved: readonly ApprovedDiligence[]
  emailOf(id: string): string
}

function shown(row: Row, { opener, approved, emailOf }: Parts): DiligenceRecord {
  const { id, number, state, version, createdAt, by, at, sealed, proposedBy, proposedAt, returnedAt, returnedNote } = row
  // Only an approval of the shown content counts, not of a replacement.
  const approval = approved.find((one) => one.diligenceId === id && one.version === version && one.contentSha256 === sha256(sealed))
  const isWaiting = state === 'proposed' && proposedBy !== null && proposedAt !== null
  return {
    id,
    number,
    state,
    version,
    content: opener.content(id, version, sealed),
    createdAt: createdAt.toISOString(),
    writtenBy: emailOf(by),
    writtenAt: at.toISOString(),
    waiting: isWaiting
      ? { by: emailOf(proposedBy), until: new Date(proposedAt.getTime() + APPROVAL_LIFE_HOURS * HOUR_MS).toISOString() }
      : null,
    returned:
      state === 'returned' && returnedAt ? { at: returnedAt.toISOString(), note: returnedNote && opener.note(id, returnedNote) } : null,
    approval: approval
      ? {
          at: approval.approvedAt.toISOString(),
          by: emailOf(approval.makerId),
          second: emailOf(approval.checkerId),
          nextReviewOn: approval.nextReviewOn,
        }
      : null,
  }
}
