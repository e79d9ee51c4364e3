/** Shares of a balance, a tap each. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import classes from './share-chips.module.css'

const SHARES = [25n, 50n, 100n]

interface ShareChipsProps {
  /** Base units. */
  balance: bigint
  symbol: string
  onChoose: (amount: bigint) => void
}

export function ShareChips({ balance, symbol, onChoose }: ShareChipsProps) {
  const { t } = useTranslation('trade')
  return (
    <fieldset className={classes.chips}>
      <legend className={classes.legend}>{t('swap.shares', { symbol })}</legend>
      {SHARES.map((percent) => (
        <Button
          key={String(percent)}
          variant="default"
          size="compact-sm"
          className={classes.chip}
          disabled={balance === 0n}
          onClick={() => onChoose((balance * percent) / 100n)}
        >
          {`${percent}\u00a0%`}
        </Button>
      ))}
    </fieldset>
  )
}
