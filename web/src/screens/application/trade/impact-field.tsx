/** Field where a person accepts a high price impact by typing its whole per cent. The server compares the same number. */
import { TextInput } from '@mantine/core'
import { coversImpact, wholePercentOf } from '@tunjo/contract/price-impact'
import type { Quote } from '@tunjo/contract/trading'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatPercent } from '../../../parts/price-figures.ts'

type Impact = Pick<Quote, 'price_impact_percent' | 'price_impact_level'>

/** Null until the impact of the shown quote was typed; a later quote with less impact keeps it, one with more does not. */
export function useAcceptedImpact({ price_impact_percent: impact, price_impact_level: level }: Impact) {
  const [text, setText] = useState('')
  const [accepted, setAccepted] = useState<number | null>(null)
  const isAccepted = level === 'low' || (level === 'confirm' && accepted !== null && coversImpact(accepted, impact))
  return {
    text,
    isAccepted,
    acceptedPercent: level === 'confirm' && isAccepted ? accepted : null,
    write(typed: string) {
      setText(typed)
      const percent = wholePercentOf(impact)
      setAccepted(typed.replace(/\s*%$/, '').trim() === String(percent) ? percent : null)
    },
  }
}

interface ImpactFieldProps {
  quote: Impact
  accepted: ReturnType<typeof useAcceptedImpact>
}

export function ImpactField({ quote, accepted }: ImpactFieldProps) {
  const { t } = useTranslation('trade')
  const percent = wholePercentOf(quote.price_impact_percent)
  return (
    <TextInput
      label={t('confirm.impactLabel', { percent })}
      description={t('confirm.impactText', { impact: formatPercent(quote.price_impact_percent) })}
      inputMode="numeric"
      autoComplete="off"
      maxLength={6}
      rightSection="%"
      value={accepted.text}
      onChange={(event) => accepted.write(event.currentTarget.value)}
      error={accepted.text !== '' && !accepted.isAccepted && t('confirm.impactWrong', { percent })}
      data-autofocus
    />
  )
}
