/** Money input in the Colombian format: separators inserted while typing, MAX when there is a balance to use up. */
import { Button, TextInput } from '@mantine/core'
import { ASSETS } from '@tunjo/contract/money'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssetUnit } from './amount.tsx'
import { formatFigure } from './amount-format.ts'
import classes from './amount-input.module.css'
import { type AmountProblem, type ParsedAmount, parseAmount } from './amount-parse.ts'
import { useTypedAmount } from './use-typed-amount.ts'

/** Pesos have no decimals here: banks accept no cents, and the decimal key does nothing (MON-04). */
export const typedScale = ({ code, scale }: AssetUnit): number => (code === 'COP' ? 0 : scale)

/** Parse the text to base units of the asset. */
export function readAmount(text: string, asset: AssetUnit): ParsedAmount {
  const parsed = parseAmount(text, typedScale(asset))
  if (parsed.problem) return parsed
  return { amount: parsed.amount * 10n ** BigInt(asset.scale - typedScale(asset)), problem: null }
}

/** Text that `readAmount` parses to `amount`; cents of a peso are left out. */
export function writeAmount(amount: bigint, asset: AssetUnit): string {
  return formatFigure(amount, asset.scale, { minimum: 0, maximum: typedScale(asset) })
}

export const COP_UNIT: AssetUnit = { code: 'COP', scale: ASSETS.COP.scale }

interface AmountInputProps {
  label: ReactNode
  text: string
  onChange: (text: string) => void
  asset: AssetUnit
  /** Available amount, for the MAX button. */
  available?: bigint
  /** Error of the calling form's rules; format errors are found here. */
  error?: ReactNode
  description?: ReactNode
  disabled?: boolean
  hiddenLabel?: boolean
  'data-autofocus'?: boolean
}

export function AmountInput({
  label,
  text,
  onChange,
  asset,
  available,
  error,
  description,
  disabled,
  hiddenLabel,
  ...others
}: AmountInputProps) {
  const { t } = useTranslation('ui')
  const isWhole = typedScale(asset) === 0
  const { typed, ...keys } = useTypedAmount(text, onChange, isWhole)
  const { ignoredAfter } = typed
  const { problem } = parseAmount(text, typedScale(asset))
  const isUnfinished = isWhole && typed.beforePoint !== null
  const problemText = problem && problem !== 'empty' && !isUnfinished ? explain(problem) : null

  function explain(reason: Exclude<AmountProblem, 'empty'>): string {
    return reason === 'decimals' ? t('amount.decimals', { scale: asset.scale }) : t(`amount.${reason}`)
  }

  return (
    <TextInput
      {...others}
      label={hiddenLabel ? undefined : label}
      aria-label={hiddenLabel && typeof label === 'string' ? label : undefined}
      description={ignoredAfter !== null ? <span role="status">{t(`amount.ignoredAfter.${ignoredAfter}`)}</span> : description}
      value={text}
      disabled={disabled}
      {...keys}
      inputMode={isWhole ? 'numeric' : 'decimal'}
      autoComplete="off"
      enterKeyHint="done"
      placeholder="0"
      maxLength={48}
      error={problemText ?? error}
      classNames={{ input: classes.input, section: classes.section }}
      leftSection={asset.code === 'COP' ? '$' : undefined}
      rightSectionWidth={available === undefined ? 64 : 124}
      rightSection={
        <>
          <span className={classes.unit} translate="no">
            {asset.code}
          </span>
          {available !== undefined && (
            <Button
              size="compact-xs"
              variant="light"
              className={classes.maximum}
              disabled={disabled}
              aria-label={t('amount.maxLabel')}
              onClick={() => onChange(writeAmount(available, asset))}
            >
              {t('amount.max')}
            </Button>
          )}
        </>
      }
    />
  )
}
