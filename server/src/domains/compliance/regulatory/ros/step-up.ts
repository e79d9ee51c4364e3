/**
 * Step-up description before a suspicious transaction report is proposed, discarded or marked as filed. It is mailed, and kept with the
 * factor permanently: it names the report by its number, and neither the person nor the reason.
 */
import type { Locale } from '@tunjo/contract/locales'
import type { regulatoryRos } from '@tunjo/contract/regulatory-ros'
import type { StepUpDescriptions } from '../../../../platform/http/guards/step-up.ts'
import { excerpt } from '../../../../platform/phrases/visible-text.ts'
import { formatDay } from '../../../../platform/time/format-date.ts'
import { REGULATORY_WORDS } from '../regulatory-words.ts'

function report(locale: Locale, id: string, version: number) {
  const words = REGULATORY_WORDS[locale]
  return [
    { label: words.number, value: excerpt(id) },
    { label: words.version, value: String(version) },
  ]
}

function describe(change: 'propose' | 'reopen' | 'discard') {
  return async ({ params: { id }, body: { version }, locale }: Change) => ({
    title: REGULATORY_WORDS[locale].ros[change],
    details: report(locale, id, version),
  })
}
interface Change {
  readonly params: { readonly id: string }
  readonly body: { readonly version: number }
  readonly locale: Locale
}

export const ROS_STEP_UP: StepUpDescriptions<typeof regulatoryRos> = {
  propose: describe('propose'),
  reopen: describe('reopen'),
  discard: describe('discard'),
  async file({ params: { id }, body: { version, number, on }, locale }) {
    const words = REGULATORY_WORDS[locale]
    const filing = [
      { label: words.filingNumber, value: excerpt(number) },
      { label: words.date, value: formatDay(on) },
    ]
    return { title: words.ros.file, details: [...report(locale, id, version), ...filing] }
  },
}
