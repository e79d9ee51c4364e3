/** Text of the step-up confirmation before an officer launches or retries a background check. */
import type { backgroundChecks } from '@tunjo/contract/background-checks'
import type { Locale } from '@tunjo/contract/locales'
import { validate as isUuid } from 'uuid'
import type { StepUpDescriptions } from '../../../../platform/http/guards/step-up.ts'
import { excerpt } from '../../../../platform/phrases/visible-text.ts'
import { formatDay } from '../../../../platform/time/format-date.ts'
import { CASE_WORDS } from '../case-words.ts'
import { findCheck } from './check-store.ts'
import type { CheckContext } from './context.ts'

export function checkStepUp({ db, identity }: Pick<CheckContext, 'db' | 'identity'>): StepUpDescriptions<typeof backgroundChecks> {
  const user = async (id: string, locale: Locale) => ({
    label: CASE_WORDS[locale].confirmation.user,
    value: (isUuid(id) ? (await identity.person(id))?.email : undefined) ?? id,
  })
  return {
    async launchBackgroundCheck({ body: { userId, issuedOn, isFresh }, locale }) {
      const words = CASE_WORDS[locale].confirmation
      const issued = issuedOn === undefined ? [] : [{ label: words.issuedOn, value: formatDay(issuedOn) }]
      const fresh = isFresh ? [{ label: words.check, value: words.fresh }] : []
      return { title: words.launch, details: [await user(userId, locale), ...issued, ...fresh] }
    },
    async dismissFindings({ params: { id }, body: { reason }, locale }) {
      const words = CASE_WORDS[locale].confirmation
      const check = isUuid(id) ? await findCheck(db, id) : null
      const about = check ? [await user(check.accountId, locale), { label: words.severity, value: check.gravest ?? '' }] : []
      return { title: words.dismiss, details: [...about, { label: words.reason, value: excerpt(reason) }] }
    },
    async retryFailedSources({ params: { id }, locale }) {
      const check = isUuid(id) ? await findCheck(db, id) : null
      return { title: CASE_WORDS[locale].confirmation.retry, details: check ? [await user(check.accountId, locale)] : [] }
    },
  }
}
