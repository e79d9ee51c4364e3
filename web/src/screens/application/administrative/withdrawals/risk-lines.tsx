/** Risk facts of a withdrawal, one a line. */
import { ALERT_KINDS } from '@tunjo/contract/alert-kinds'
import { nameOfAlert } from '@tunjo/contract/alert-names'
import type { WithdrawalInQueue } from '@tunjo/contract/withdrawal-queue'
import type { TFunction } from 'i18next'
import { currentLanguage } from '../../../../i18n/language.ts'
import { Amount } from '../../../../ui/amount.tsx'
import { DateTime } from '../../../../ui/date-time.tsx'
import type { SummaryLine } from '../../../../ui/summary.tsx'

export function riskLines({ rail, risk }: WithdrawalInQueue, t: TFunction<['officer-money', 'ui']>): SummaryLine[] {
  const date = (text: string | null) => (text ? <DateTime value={new Date(text)} /> : t('risk.no'))
  const alerts = ALERT_KINDS.filter(({ id }) => risk.openAlerts.includes(id)).map(({ id }) => nameOfAlert(id, currentLanguage()))
  return [
    { name: t('risk.accountSince'), value: date(risk.accountSince) },
    { name: t('risk.level'), value: String(risk.level) },
    { name: t(rail === 'bank' ? 'risk.destinationSince' : 'tokenReview.addressSaved'), value: date(risk.destinationSince) },
    { name: t('risk.paidBefore'), value: String(risk.paidBefore) },
    { name: t('risk.othersPaid'), value: String(risk.othersPaid) },
    ...(risk.shareOfBalance === null ? [] : [{ name: t('risk.shareOfBalance'), value: `${risk.shareOfBalance} %` }]),
    { name: t('risk.monthUsed'), value: <Amount value={risk.monthUsed} asset="COP" /> },
    { name: t(rail === 'bank' ? 'risk.deposited' : 'tokenReview.cameIn'), value: <Amount value={risk.depositedDayBefore} asset="COP" /> },
    { name: t('risk.credentialsChangedAt'), value: date(risk.credentialsChangedAt) },
    { name: t('risk.openAlerts'), value: alerts.length === 0 ? t('risk.none') : alerts.join(', ') },
  ]
}
