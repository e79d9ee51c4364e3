/** Currency and method of a deposit or a withdrawal: those that exist. */
import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './money-kind.module.css'

export function MoneyKind({ method }: { method: string }) {
  const { t } = useTranslation('money')
  return (
    <div className={classes.pair}>
      <NativeSelect size="sm" label={t('deposit.currency')} data={['COP']} />
      <NativeSelect size="sm" label={t('deposit.method')} data={[method]} />
    </div>
  )
}
