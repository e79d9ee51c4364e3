/** Next verification step of a person. */
import { statusQuery } from '../../api/kyc.ts'
import { queries } from '../../api/query-client.ts'

export type NextStep = { to: '/postregister/' } | { to: '/application/verification/'; search: { nivel: number } }
type Status = Awaited<ReturnType<NonNullable<typeof statusQuery.queryFn>>>

export const fetchNextStep = async (): Promise<NextStep> => nextStep(await queries.fetchQuery(statusQuery))

export type VerificationStatus = 'open' | 'sent' | 'declined'

/** Whether the person has to act, waits for an officer, or has to correct a submission. */
export async function fetchVerificationStatus(): Promise<VerificationStatus> {
  const { levels } = await queries.fetchQuery(statusQuery)
  if (levels.some(({ state }) => state === 'declined')) return 'declined'
  return levels.some(({ state }) => state === 'sent') ? 'sent' : 'open'
}

/** The survey comes first; then the first level that is not verified. */
export function nextStep({ surveyAnswered, levels }: Pick<Status, 'surveyAnswered' | 'levels'>): NextStep {
  const open = levels.find(({ state }) => state !== 'verified') ?? levels.at(-1)
  const begun = levels.some(({ state }) => state === 'sent' || state === 'verified' || state === 'declined')
  if (!surveyAnswered && !begun) return { to: '/postregister/' }
  return { to: '/application/verification/', search: { nivel: open?.level ?? 1 } }
}
