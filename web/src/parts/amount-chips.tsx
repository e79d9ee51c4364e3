/** Chips with usual peso amounts that the rules, the balance and the monthly limit still allow. */
import { useTranslation } from 'react-i18next'
import { formatCop } from '../ui/amount-format.ts'
import { Chips } from '../ui/chips.tsx'

/** In cents. */
const USUAL = [5_000_000n, 10_000_000n, 20_000_000n, 50_000_000n]

interface AmountChipsProps {
  /** Maximum amount; without it all chips are shown. */
  most: bigint | null
  onChoose: (amount: bigint) => void
}

export function AmountChips({ most, onChoose }: AmountChipsProps) {
  const { t } = useTranslation('money')
  const chips = USUAL.map((amount) => ({
    text: formatCop(amount),
    isOff: most !== null && amount > most,
    onChoose: () => onChoose(amount),
  }))
  return <Chips label={t('chips')} chips={chips} />
}
