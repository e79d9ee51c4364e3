/** Fee tiers of one pair: volume and rate, with the fee of an exchange of a million pesos. */
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { FEE_TIERS_MAX, type FeePair, feeOf } from '@tunjo/contract/fee-schedule'
import { useTranslation } from 'react-i18next'
import { formatCop } from '../../../../ui/amount-format.ts'
import { bpsOf, type TierDraft } from './fee-draft.ts'
import classes from './fees.module.css'

/** A million pesos, in cents. */
const SAMPLE = 100_000_000n

interface TierFieldsProps {
  pair: FeePair
  tiers: readonly TierDraft[]
  onChange: (tiers: readonly TierDraft[]) => void
}

export function TierFields({ pair, tiers, onChange }: TierFieldsProps) {
  const { t } = useTranslation('fees')
  const replace = (at: number, tier: TierDraft) => onChange(tiers.map((one, i) => (i === at ? tier : one)))
  return (
    <fieldset className={classes.pair}>
      <legend>{pair.replace('-', ' / ')}</legend>
      {tiers.map((tier, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a tier is its place
        <div key={at} className={classes.tier}>
          <TierInputs tier={tier} isFirst={at === 0} onChange={(next) => replace(at, next)} />
          {at > 0 && (
            <ActionIcon
              variant="default"
              size="lg"
              aria-label={t('change.removeTier', { pair: pair.replace('-', ' / '), tier: at + 1 })}
              onClick={() => onChange(tiers.filter((_, i) => i !== at))}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          )}
          <SampleLine taker={tier.taker} />
        </div>
      ))}
      {tiers.length < FEE_TIERS_MAX && (
        <Button
          variant="subtle"
          size="compact-sm"
          aria-label={t('change.addTierTo', { pair: pair.replace('-', ' / ') })}
          onClick={() => onChange([...tiers, { fromCop: '', taker: tiers.at(-1)?.taker ?? '0', maker: tiers.at(-1)?.maker ?? '0' }])}
        >
          {t('change.addTier')}
        </Button>
      )}
    </fieldset>
  )
}

function TierInputs({ tier, isFirst, onChange }: { tier: TierDraft; isFirst: boolean; onChange: (tier: TierDraft) => void }) {
  const { t } = useTranslation('fees')
  const rate = (name: 'taker' | 'maker') => (
    <TextInput
      label={t(`change.${name}`)}
      inputMode="decimal"
      maxLength={4}
      value={tier[name]}
      onChange={({ currentTarget }) => onChange({ ...tier, [name]: currentTarget.value })}
      error={bpsOf(tier[name]) === null ? t('change.rateWrong') : undefined}
    />
  )
  return (
    <>
      <TextInput
        label={t('change.from')}
        inputMode="numeric"
        maxLength={19}
        value={tier.fromCop}
        readOnly={isFirst}
        onChange={({ currentTarget }) => onChange({ ...tier, fromCop: currentTarget.value })}
      />
      {rate('taker')}
      {rate('maker')}
    </>
  )
}

function SampleLine({ taker }: Pick<TierDraft, 'taker'>) {
  const { t } = useTranslation('fees')
  const bps = bpsOf(taker)
  if (bps === null) return null
  return <p className={classes.preview}>{t('change.preview', { fee: formatCop(feeOf(SAMPLE, bps)) })}</p>
}
