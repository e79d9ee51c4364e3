/** Texts of an event: its title and details. */

import { nameOfAlert } from '@tunjo/contract/alert-names'
import { approvalKind, titleOfApproval } from '@tunjo/contract/approval-kinds'
import { APPROVAL_STATES } from '@tunjo/contract/approvals'
import { NoteCategory } from '@tunjo/contract/case-notes'
import { HOLD_REASONS } from '@tunjo/contract/credentials'
import { SIGN_IN_RESULTS } from '@tunjo/contract/devices'
import { FORMS } from '@tunjo/contract/kyc-forms'
import { ASSETS, assetCode, parseUnits } from '@tunjo/contract/money'
import { MOVEMENT_STATES } from '@tunjo/contract/movements'
import type { TimelineEvent } from '@tunjo/contract/person-timeline'
import { renewalNames } from '@tunjo/contract/renewal-names'
import { LISTS } from '@tunjo/contract/screening'
import { slotNames } from '@tunjo/contract/slot-names'
import type { TFunction } from 'i18next'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../../i18n/language.ts'
import { defaultFraction, formatFigure } from '../../../../../ui/amount-format.ts'
import { formatDate } from '../../../../../ui/date-time.tsx'

type Facts = TimelineEvent['facts']
type Translate = TFunction<['timeline', 'record', 'review', 'case-notes', 'screening', 'approvals', 'sign-ins']>

export function useEventWords(): (event: TimelineEvent) => { title: string; detail: string } {
  const { t } = useTranslation(['timeline', 'record', 'review', 'case-notes', 'screening', 'approvals', 'sign-ins'])
  return (event) => ({ title: t(`timeline:events.${event.event}`, wordsOf(event.facts, t)), detail: detailOf(event, t) })
}

/** Unknown values are shown as received: an older page may receive newer events. */
function wordOf<V extends string>(values: readonly V[], value: string | undefined, say: (known: V) => string): string {
  const known = values.find((one) => one === value)
  return known === undefined ? (value ?? '') : say(known)
}

/** Final states of a background check. */
const ENDED = ['finished', 'failed_sources', 'lost', 'refused'] as const
const LEVELS = ['low', 'medium', 'high', 'true', 'false'] as const

const wordsOf = (facts: Facts, t: Translate) => ({
  ...facts,
  amount: amountOf(facts.amount, facts.asset),
  received: amountOf(facts.receivedAmount, facts.receivedAsset),
  alert: nameOfAlert(facts.alert, currentLanguage()) ?? facts.alert,
  form: wordOf(FORMS, facts.form, (form) => t(`review:forms.${form}`)),
  list: wordOf(LISTS, facts.list, (list) => t(`screening:lists.${list}`)),
  category: wordOf(NoteCategory.options, facts.category, (category) => t(`case-notes:categories.${category}`)),
  approval: wordOf(approvalKind.options, facts.approval, (kind) => titleOfApproval(kind, currentLanguage())),
  slot: slotOf(facts.slot, t),
  subject: renewalNames(facts.subject ?? '', currentLanguage()),
  day: facts.day ? formatDate(new Date(`${facts.day}T12:00:00Z`), 'day') : '',
  before: wordOf(LEVELS, facts.before, (value) => t(`timeline:values.${value}`)),
  after: wordOf(LEVELS, facts.after, (value) => t(`timeline:values.${value}`)),
})

const slotOf = (slot: string | undefined, t: Translate): string =>
  slot === 'fields' ? t('timeline:fields') : slotNames(slot ?? '', currentLanguage())

function detailOf({ kind, facts }: TimelineEvent, t: Translate): string {
  if (kind === 'hold' && facts.until) {
    const why = wordOf(HOLD_REASONS, facts.reason, (reason) => t(`timeline:holds.${reason}`))
    return t('timeline:held', { why, until: formatDate(new Date(facts.until)) })
  }
  const parts = [
    facts.result === 'entered' ? '' : wordOf(SIGN_IN_RESULTS, facts.result, (result) => t(`sign-ins:results.${result}`)),
    facts.place,
    facts.system,
    facts.browser,
    kind === 'money' ? wordOf(MOVEMENT_STATES, facts.state, (state) => t(`record:states.${state}`)) : '',
    kind === 'screening' ? wordOf(ENDED, facts.state, (state) => t(`timeline:checks.${state}`)) : '',
    kind === 'approval' ? wordOf(APPROVAL_STATES, facts.state, (state) => t(`approvals:states.${state}`)) : '',
    facts.name,
    facts.reason,
  ]
  return parts.filter((part) => part).join(' · ')
}

function amountOf(amount: string | undefined, asset: string | undefined): string {
  const known = assetCode.safeParse(asset)
  if (!amount || !known.success) return ''
  const { scale } = ASSETS[known.data]
  const units = parseUnits(amount, scale) ?? 0n
  return `${formatFigure(units, scale, defaultFraction(units, scale, known.data === 'COP'))} ${known.data}`
}
