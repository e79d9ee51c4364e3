/**
 * Reviews of the nature of operations (ADM-12): list, labels, creation, and the decision of an officer, only within the same customer
 * (SEC-38).
 */
import { bogotaDay } from '@tunjo/contract/bogota-day'
import { lastReviewDue, type NatureRow } from '@tunjo/contract/compliance-files'
import type { PersonActor } from '../../../../platform/audit/index.ts'
import { inTransaction } from '../../../../platform/database/database.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import type { SentItem } from '../../../customers/kyc/index.ts'
import type { ComplianceContext } from '../context.ts'
import { linkFor } from '../documents.ts'
import { decisionsOf } from '../review/decision-store.ts'
import { filesIn, hasFiles } from './file-store.ts'
import { insertReview, lockPerson, lockReview, type NatureReviewRow, reviewsOf, setLabel, setOutcome } from './review-store.ts'

const CUSTOMERS_FORMS: readonly SentItem['form'][] = ['natural-3', 'legal-2', 'legal-3']

interface Wanted {
  readonly number: number | null
  readonly label: number | null
}

export async function natureReport(context: ComplianceContext, accountId: string, caller: Caller, { number, label }: Wanted) {
  const { db, clock, kyc, files } = context
  const items = (await kyc.reviewFacts(accountId)).items.filter(({ form, fileId }) => CUSTOMERS_FORMS.includes(form) && fileId !== null)
  if (items.length > 0) await ensureCustomersReview(context, accountId)
  const [reviews, documents, decisions] = await Promise.all([
    reviewsOf(db, accountId),
    filesIn(db, accountId, 'nature'),
    decisionsOf(db, accountId),
  ])
  const link = linkFor(files, caller)
  const ids = new Set(items.map(({ id }) => id))
  const decidedAt = decisions.find(({ itemIds }) => itemIds.some((id) => ids.has(id)))?.at ?? null
  const today = bogotaDay(clock.now())
  const wanted = reviews.filter((one) => (number === null || one.number === number) && (label === null || one.label === label))
  return wanted.flatMap((review): NatureRow[] => {
    const head = headOf(review, review.isOfCustomer ? decidedAt : review.reviewedAt, today)
    if (review.isOfCustomer)
      return items.map(({ id, name, fileId, sentAt }) => ({ ...head, ...documentOf(id, name, fileId && link(fileId), sentAt) }))
    const own = documents.filter(({ reviewId }) => reviewId === review.id)
    if (own.length === 0) return [{ ...head, ...documentOf(null, null, null, null) }]
    return own.map(({ id, name, fileId, addedAt }) => ({ ...head, ...documentOf(id, name, link(fileId), addedAt) }))
  })
}

const headOf = ({ id, number, label, outcome, isOfCustomer, dueOn }: NatureReviewRow, reviewedAt: Date | null, today: string) => ({
  reviewId: id,
  reviewNumber: number,
  reviewLabel: label,
  reviewDate: reviewedAt?.toISOString() ?? null,
  dueOn,
  isOverdue: outcome === null && dueOn !== null && dueOn < today,
  outcome,
  isOfCustomer,
})
const documentOf = (id: string | null, name: string | null, url: string | null, at: Date | null) => ({
  documentId: id,
  documentName: name,
  documentUrl: url,
  documentCreationDate: at?.toISOString() ?? null,
})

/** Concurrent reads by two officers create one. */
async function ensureCustomersReview({ db, clock }: ComplianceContext, accountId: string): Promise<void> {
  if ((await reviewsOf(db, accountId)).some(({ isOfCustomer }) => isOfCustomer)) return
  const review = { accountId, label: null, isOfCustomer: true, createdBy: null, dueOn: null, at: clock.now() }
  await inTransaction(db, async (tx) => {
    await lockPerson(tx, accountId)
    if (!(await reviewsOf(tx, accountId)).some(({ isOfCustomer }) => isOfCustomer)) await insertReview(tx, review)
  })
}

interface Change {
  readonly accountId: string
  readonly actor: PersonActor
}

export async function labelReview(
  context: ComplianceContext,
  { accountId, actor, reviewId, label }: Change & { reviewId: string; label: number },
) {
  const { db, audit, parameters } = context
  if (!parameters.natureLabel(label)) refuse('compliance.label_unknown')
  await inTransaction(db, async (tx) => {
    const review = (await lockReview(tx, accountId, reviewId)) ?? refuse('request.not_found')
    await setLabel(tx, reviewId, label)
    const object = { type: 'account', id: accountId }
    const before = { review: review.number, label: review.label }
    await audit.record(tx, { actor, action: 'compliance.nature_labelled', object, before, after: { review: review.number, label } })
  })
}

/** One at a time: the review before must be decided first. */
export function createReview(
  context: ComplianceContext,
  { accountId, actor, label, dueOn }: Change & { label: number; dueOn: string },
): Promise<NatureReviewRow> {
  const { db, clock, audit, parameters } = context
  if (!parameters.natureLabel(label)) refuse('compliance.label_unknown')
  const today = bogotaDay(clock.now())
  if (dueOn < today || dueOn > lastReviewDue(today)) refuse('compliance.review_due')
  return inTransaction(db, async (tx) => {
    await lockPerson(tx, accountId)
    const open = (await reviewsOf(tx, accountId)).some(({ isOfCustomer, outcome }) => !isOfCustomer && outcome === null)
    if (open) refuse('compliance.review_open')
    const review = await insertReview(tx, { accountId, label, isOfCustomer: false, createdBy: actor.accountId, dueOn, at: clock.now() })
    const after = { review: review.number, label, dueOn }
    await audit.record(tx, { actor, action: 'compliance.nature_review_created', object: { type: 'account', id: accountId }, after })
    return review
  })
}

interface Decision extends Change {
  readonly reviewId: string
  readonly outcome: 'verified' | 'declined'
  readonly reason: string
}

export function decideReview(context: ComplianceContext, { accountId, actor, reviewId, outcome, reason }: Decision): Promise<Date> {
  const { db, clock, audit } = context
  return inTransaction(db, async (tx) => {
    const review = (await lockReview(tx, accountId, reviewId)) ?? refuse('request.not_found')
    if (review.isOfCustomer || review.outcome !== null) refuse('compliance.review_decided')
    // A customer who never sent a document is declined: their deadline could not be met otherwise.
    if (outcome === 'verified' && !(await hasFiles(tx, accountId, reviewId))) refuse('compliance.review_empty')
    const at = clock.now()
    await setOutcome(tx, reviewId, { outcome, officerId: actor.accountId, reason, at })
    const object = { type: 'account', id: accountId }
    await audit.record(tx, { actor, action: 'compliance.nature_review_decided', object, after: { review: review.number, outcome }, reason })
    return at
  })
}
