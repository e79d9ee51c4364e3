/** Helper that creates an enhanced due diligence approved by two officers, through the calls of their screens. */

import { bogotaDay, monthsAfter } from '@tunjo/contract/bogota-day'
import type { DiligenceContent } from '@tunjo/contract/due-diligence'
import type { Answer } from '../../../customers/kyc/testing.ts'

const USERS = '/kyc/administrative/users'
export const DILIGENCE = `${USERS}/due-diligence`

/** Called with the officer's token, over the API of the product. */
export type CallAsOfficer = (officer: string, method: string, path: string, body?: unknown) => Promise<Answer>

export const CONTENT: DiligenceContent = {
  cause: 'pep_own',
  office: 'Alcaldesa',
  entity: 'Alcaldía de Tunja',
  officeUntil: null,
  fundsOrigin: 'Salario de la alcaldía, según los desprendibles de pago.',
  wealthOrigin: 'Herencia de 2014 y ahorro de doce años de salario.',
  monthlyCop: '12000000',
  files: [],
  reviews: [],
  conclusion: 'continue',
  reasons: 'El origen de los fondos está probado y coincide con lo declarado.',
  nextReviewOn: null,
}

interface Asked {
  readonly userId: string
  readonly now: Date
  readonly changes?: Partial<DiligenceContent>
}

/** Complete, and based on a review of the nature of operations. */
export async function completeContent(call: CallAsOfficer, officer: string, { userId, now, changes }: Asked): Promise<DiligenceContent> {
  const made = await call(officer, 'POST', `${USERS}/user-documents/nature-operations/reviews`, {
    userId,
    reviewLabel: 900,
    dueOn: monthsAfter(bogotaDay(now), 1),
  })
  const known = await call(officer, 'GET', `${DILIGENCE}?userId=${userId}`)
  const reviewId = made.status === 200 ? made.body.reviewId : known.body.reviews[0].id
  return { ...CONTENT, reviews: [reviewId], nextReviewOn: monthsAfter(bogotaDay(now), 6), ...changes }
}

export async function proposeDueDiligence(call: CallAsOfficer, maker: string, asked: Asked): Promise<Answer> {
  const content = await completeContent(call, maker, asked)
  const { userId } = asked
  const saved = await call(maker, 'PUT', DILIGENCE, { userId, saved: null, content })
  return call(maker, 'POST', `${DILIGENCE}/propose`, { userId, ...saved.body })
}

/** Returns the approval. */
export async function approveDueDiligence(call: CallAsOfficer, { maker, checker, ...asked }: Asked & { maker: string; checker: string }) {
  const { body } = await proposeDueDiligence(call, maker, asked)
  return call(checker, 'POST', `/api/administrative/approvals/${body.approvalRequestId}/approve`, { note: '' })
}
