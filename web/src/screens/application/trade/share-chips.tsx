/** Chips for shares of a balance. */
import { useTranslation } from 'react-i18next'
import { Chips } from '../../../ui/chips.tsx'

const SHARES = [25n, 50n, 100n]

interface ShareChipsProps {
  /** Base units. */
  balance: bigint
  symbol: string
  onChoose: (amount: bigint) => void
}

export function ShareChips({ balance, symbol, onChoose }: ShareChipsProps) {
  const { t } = useTranslation('trade')
  const chips = SHARES.map((percent) => ({
    text: `${percent}\u00a0%`,
    isOff: balance === 0n,
    onChoose: () => onChoose((balance * percent) / 100n),
  }))
  return <Chips label={t('swap.shares', { symbol })} chips={chips} />
}
