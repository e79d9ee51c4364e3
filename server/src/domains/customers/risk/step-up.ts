/** Texts of the step-up confirmation before a change of a customer's risk. */

import type { complianceRisk } from '@tunjo/contract/compliance-risk'
import type { Locale } from '@tunjo/contract/locales'
import { validate as isUuid } from 'uuid'
import type { StepUpDescriptions } from '../../../platform/http/guards/step-up.ts'
import { excerpt } from '../../../platform/phrases/visible-text.ts'
import { formatDay } from '../../../platform/time/format-date.ts'
import type { RiskContext } from './context.ts'
import type { RiskWords } from './risk-words.es.ts'
import { RISK_WORDS } from './risk-words.ts'

export function riskStepUp({ identity }: Pick<RiskContext, 'identity'>): StepUpDescriptions<typeof complianceRisk> {
  const about = async (
    title: keyof RiskWords['titles'],
    { userId, reason, locale }: { userId: string; reason: string | undefined; locale: Locale },
    more: { label: string; value: string }[] = [],
  ) => {
    const words = RISK_WORDS[locale]
    const email = isUuid(userId) ? (await identity.person(userId))?.email : undefined
    const why = reason ? [{ label: words.reason, value: excerpt(reason) }] : []
    return { title: words.titles[title], details: [{ label: words.user, value: email ?? userId }, ...more, ...why] }
  }
  return {
    setRiskLevel: ({ body: { userId, riskLevel, until, reason }, locale }) => {
      const words = RISK_WORDS[locale]
      return about('setLevel', { userId, reason, locale }, [
        { label: words.risk, value: words.levels[riskLevel] },
        { label: words.until, value: until === undefined ? words.inTwelveMonths : formatDay(until) },
      ])
    },
    endRiskOverride: ({ body: { userId, reason }, locale }) => about('endOverride', { userId, reason, locale }),
    flagPep: ({ body: { id, reason }, locale }) => about('flagPep', { userId: id, reason, locale }),
    clearPep: ({ body: { id, reason }, locale }) => about('clearPep', { userId: id, reason, locale }),
    flagListByGet: ({ query: { userId }, locale }) => about('flagList', { userId, reason: undefined, locale }),
    flagList: ({ body: { userId, reason }, locale }) => about('flagList', { userId, reason, locale }),
    clearList: ({ body: { userId, reason }, locale }) => about('clearList', { userId, reason, locale }),
    allowTransactions: ({ body: { userId, allow, reason }, locale }) => about(allow ? 'allow' : 'disallow', { userId, reason, locale }),
  }
}
