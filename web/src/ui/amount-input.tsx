/** Where a person writes money: Colombian form, dots put while typing, MAX when there is a balance to use up. */
import { Button, TextInput } from '@mantine/core'
import { ASSETS } from '@tunjo/contract/money'
import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssetUnit } from './amount.tsx'
import { formatFigure } from './amount-format.ts'
import classes from './amount-input.module.css'
import { type AmountProblem, type ParsedAmount, parseAmount, regroup, withoutCents } from './amount-parse.ts'

/** Pesos move whole: banks take no cents, and the decimal key does nothing (MON-04). */
export const typedScale = ({ code, scale }: AssetUnit): number => (code === 'COP' ? 0 : scale)

/** What the text means in base units of the asset. */
export function readAmount(text: string, asset: AssetUnit): ParsedAmount {
  const parsed = parseAmount(text, typedScale(asset))
  if (parsed.problem) return parsed
  return { amount: parsed.amount * 10n ** BigInt(asset.scale - typedScale(asset)), problem: null }
}

/** The text that `readAmount` reads back as `amount`; cents of a peso are left out. */
export function writeAmount(amount: bigint, asset: AssetUnit): string {
  return formatFigure(amount, asset.scale, { minimum: 0, maximum: typedScale(asset) })
}

export const COP_UNIT: AssetUnit = { code: 'COP', scale: ASSETS.COP.scale }

interface AmountInputProps {
  label: ReactNode
  text: string
  onChange: (text: string) => void
  asset: AssetUnit
  /** Everything available, for the MAX button. */
  available?: bigint
  /** A refusal of the rules; a refusal of the form itself is found here. */
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
  const pesos = useWholePesos(text, onChange)
  const { problem } = parseAmount(text, typedScale(asset))
  const problemText = problem && problem !== 'empty' ? explain(problem) : null

  function explain(reason: Exclude<AmountProblem, 'empty'>): string {
    return reason === 'decimals' ? t('amount.decimals', { scale: asset.scale }) : t(`amount.${reason}`)
  }

  return (
    <TextInput
      {...others}
      label={hiddenLabel ? undefined : label}
      aria-label={hiddenLabel && typeof label === 'string' ? label : undefined}
      description={isWhole && pesos.isAfterComma ? <span role="status">{t('amount.commaIgnored')}</span> : description}
      value={text}
      disabled={disabled}
      onChange={({ currentTarget: { value, selectionStart } }) => {
        const write = isWhole ? pesos.write : onChange
        write(selectionStart === value.length ? regroup(value) : value)
      }}
      onBlur={() => {
        pesos.forgetComma()
        onChange(regroup(text))
      }}
      onKeyDown={isWhole ? pesos.blockDecimalKey : undefined}
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
          <span className={classes.unit}>{asset.code}</span>
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

/**
 * Pesos without cents: the comma does nothing, and what is typed or pasted after it does not become pesos. Any deletion ends that.
 * A dot stands between thousands, so digits go on after it.
 */
function useWholePesos(text: string, onChange: (text: string) => void) {
  const [isAfterComma, setAfterComma] = useState(false)
  return {
    isAfterComma,
    forgetComma: () => setAfterComma(false),
    write(next: string): void {
      const pesos = withoutCents(next)
      if (pesos !== null) setAfterComma(true)
      else if (isAfterComma && next.length > text.length) return
      else setAfterComma(false)
      onChange(pesos ?? next)
    },
    blockDecimalKey(event: KeyboardEvent<HTMLInputElement>): void {
      if (event.key !== '.' && event.key !== ',' && event.key !== 'Decimal') return
      event.preventDefault()
      const { selectionStart, value } = event.currentTarget
      if (event.key !== '.' && value !== '' && selectionStart === value.length) setAfterComma(true)
    },
  }
}
