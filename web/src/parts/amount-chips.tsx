/** Usual amounts of pesos, a tap each: those that the rules, the balance and the month still allow. */
import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { formatCop } from '../ui/amount-format.ts'
import classes from './amount-chips.module.css'

/** In cents. */
const USUAL = [5_000_000n, 10_000_000n, 20_000_000n, 50_000_000n]

interface AmountChipsProps {
  /** The largest that may move; without it all are shown. */
  most: bigint | null
  onChoose: (amount: bigint) => void
}

export function AmountChips({ most, onChoose }: AmountChipsProps) {
  const { t } = useTranslation('money')
  return (
    <fieldset className={classes.chips}>
      <legend className={classes.legend}>{t('chips')}</legend>
      {USUAL.map((amount) => (
        <Button
          key={String(amount)}
          variant="default"
          size="compact-sm"
          className={classes.chip}
          disabled={most !== null && amount > most}
          onClick={() => onChoose(amount)}
        >
          {formatCop(amount)}
        </Button>
      ))}
    </fieldset>
  )
}
