/** Summary of a withdrawal before its approval: balances, cost, received amount and destination. */
import { Alert } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { copFigure } from '@tunjo/contract/amount-text'
import type { SavedAddress } from '@tunjo/contract/crypto-addresses'
import type { CryptoWithdrawalCost } from '@tunjo/contract/crypto-withdrawals'
import { ASSETS, type AssetCode, parseUnits } from '@tunjo/contract/money'
import { useTranslation } from 'react-i18next'
import { Address } from '../../ui/address.tsx'
import { Amount } from '../../ui/amount.tsx'
import { Summary, type SummaryLine } from '../../ui/summary.tsx'
import classes from './token-withdrawal.module.css'

interface SendSummaryProps {
  asset: AssetCode
  amount: bigint | null
  total: bigint | undefined
  available: bigint | undefined
  cost: CryptoWithdrawalCost | undefined
  chosen: SavedAddress | null
}

export function SendSummary({ asset, amount, total, available, cost, chosen }: SendSummaryProps) {
  const { t } = useTranslation(['send', 'money'])
  const units = (text: string | undefined) => (text === undefined ? undefined : (parseUnits(text, ASSETS[asset].scale) ?? 0n))
  const figure = (value: bigint | undefined) => (value === undefined ? '…' : <Amount value={value} asset={asset} />)
  const fee = units(cost?.fee)
  const sum = fee === undefined ? undefined : amount === null ? 0n : amount + fee
  const reviewFrom = units(cost?.review_from)
  const isReviewed = sum !== undefined && reviewFrom !== undefined && sum >= reviewFrom
  const lines: SummaryLine[] = [
    { name: t('money:withdraw.totalBalance'), value: figure(total) },
    { name: t('money:withdraw.available'), value: figure(available) },
    { name: t('send:form.arrives'), value: figure(amount ?? 0n) },
    { name: t('send:form.fees'), value: <Fee fee={fee} asset={asset} feeCop={cost?.fee_cop} /> },
    { name: t('money:withdraw.deducted'), value: figure(sum), strong: true },
    { name: t('send:form.network'), value: t('send:form.networkValue') },
    { name: t('send:form.time'), value: t(cost?.internal ? 'send:form.timeInside' : 'send:form.timeChain') },
  ]
  return (
    <>
      <Summary label={t('money:deposit.summary')} lines={lines} />
      {chosen && (
        <Alert color="amber" icon={<IconAlertTriangle aria-hidden />} title={chosen.alias}>
          <Address value={chosen.address} />
          <p className={classes.note}>{t('send:form.final')}</p>
        </Alert>
      )}
      {isReviewed && <Alert>{t('send:form.review')}</Alert>}
    </>
  )
}

function Fee({ fee, asset, feeCop }: { fee: bigint | undefined; asset: AssetCode; feeCop: string | undefined }) {
  const { t } = useTranslation('send')
  if (fee === undefined || feeCop === undefined) return '…'
  const pesos = parseUnits(feeCop, ASSETS.COP.scale) ?? 0n
  return (
    <>
      <Amount value={fee} asset={asset} />
      {asset !== 'COP' && fee > 0n && <span className={classes.destination}>{t('form.feeCop', { pesos: copFigure(pesos) })}</span>}
    </>
  )
}
