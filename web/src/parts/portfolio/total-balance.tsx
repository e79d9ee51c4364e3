/** 'Total balance': the sum in pesos, and assets that could not be valued. */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { totalQuery } from '../../api/wallets.ts'
import { OwnAmount } from './own-amount.tsx'
import classes from './portfolio.module.css'

export function TotalBalance() {
  const { t } = useTranslation('money')
  const { data } = useQuery(totalQuery)
  if (!data) return null
  return (
    <>
      <p className={classes.total}>
        <span>{t('portfolio.total')}</span>
        <OwnAmount value={data.totalCop ?? data.knownCop} asset="COP" withSymbol={false} size="lg" />
      </p>
      {data.totalCop === null && <p className={classes.note}>{t('portfolio.partial', { assets: data.withoutPrice.join(', ') })}</p>}
    </>
  )
}
