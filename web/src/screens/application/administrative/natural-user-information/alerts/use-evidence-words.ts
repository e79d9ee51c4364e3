/** Labels and facts of an alert's evidence. */
import type { AlertEvidence } from '@tunjo/contract/alert-evidence'
import { nameOfAlert } from '@tunjo/contract/alert-names'
import { SURVEY_BANDS } from '@tunjo/contract/kyc-forms'
import { ASSETS, assetCode, parseUnits } from '@tunjo/contract/money'
import { MOVEMENT_STATES } from '@tunjo/contract/movements'
import { slotNames } from '@tunjo/contract/slot-names'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../../i18n/language.ts'
import { defaultFraction, formatFigure } from '../../../../../ui/amount-format.ts'

const KINDS = ['DEPOSIT', 'WITHDRAWAL', 'SWAP'] as const
const DIRECTIONS = ['deposit', 'withdrawal'] as const

export function useEvidenceWords(): (evidence: AlertEvidence) => { title: string; detail: string } {
  const { t } = useTranslation(['people-alerts', 'record', 'review', 'screening'])
  return (evidence) => {
    const { type, role, facts, isGone } = evidence
    if (isGone) return { title: t(`people-alerts:evidence.types.${type}`), detail: t('people-alerts:evidence.deleted') }
    const kind = KINDS.find((one) => one === facts.kind)
    const name = type === 'movement' && kind ? t(`people-alerts:evidence.kinds.${kind}`) : t(`people-alerts:evidence.types.${type}`)
    const direction = DIRECTIONS.find((one) => one === facts.direction)
    const state = MOVEMENT_STATES.find((one) => one === facts.state)
    const detail = [
      role && t(`people-alerts:evidence.roles.${role}`),
      direction && t(`people-alerts:evidence.directions.${direction}`),
      amountText(facts.amount, facts.asset),
      facts.receivedAmount && `→ ${amountText(facts.receivedAmount, facts.receivedAsset)}`,
      facts.maximum && t('people-alerts:evidence.maximum', { amount: amountText(facts.maximum, 'COP') }),
      state && t(`record:states.${state}`),
      facts.slot && (facts.slot === 'fields' ? t('people-alerts:evidence.fields') : slotNames(facts.slot, currentLanguage())),
      bandsText(facts),
      facts.place,
      facts.network,
      facts.browser && [facts.browser, facts.system].join(' · '),
      facts.name,
      facts.email,
      facts.ending && `··${facts.ending}`,
      facts.list?.toUpperCase(),
      facts.gravest,
      nameOfAlert(facts.alert, currentLanguage()),
    ]
    return { title: name, detail: detail.filter((part) => part).join(' · ') }
  }
}

function amountText(amount: string | undefined, asset: string | undefined): string {
  const known = assetCode.safeParse(asset)
  if (!amount || !known.success) return ''
  const { scale } = ASSETS[known.data]
  const units = parseUnits(amount, scale) ?? 0n
  return `${formatFigure(units, scale, defaultFraction(units, scale, known.data === 'COP'))} ${known.data}`
}

/** Millions of pesos a month and a year, as the survey offers them. */
function bandsText({ month, year }: AlertEvidence['facts']): string {
  if (month === undefined || year === undefined) return ''
  const text = (band: readonly [number, number | null] | undefined) => (band ? `${band[0]}–${band[1] ?? '…'} M` : '')
  return [text(SURVEY_BANDS.monthly[Number(month)]), text(SURVEY_BANDS.yearly[Number(year)])].join(' / ')
}
