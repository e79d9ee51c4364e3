/** Amount of the person's own money, shown as dots while balances are hidden. */
import { VisuallyHidden } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Amount, type AmountProps } from '../../ui/amount.tsx'
import { useHiddenBalances } from './hidden-balances.ts'
import classes from './portfolio.module.css'

export function OwnAmount(props: AmountProps) {
  const { t } = useTranslation('money')
  if (!useHiddenBalances()) return <Amount {...props} />
  return (
    <span className={classes.hidden} data-size={props.size}>
      <span aria-hidden>••••••</span>
      <VisuallyHidden>{t('hidden.amount')}</VisuallyHidden>
    </span>
  )
}
