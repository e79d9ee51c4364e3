/** Where a person writes money: Colombian form, dots put while typing, MAX when there is a balance to use up. */
import { Button, TextInput } from '@mantine/core'
import { ASSETS } from '@tunjo/contract/money'
import { type ChangeEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { AssetUnit } from './amount.tsx'
import { formatFigure } from './amount-format.ts'
import classes from './amount-input.module.css'
import { type AmountProblem, type ParsedAmount, parseAmount, regroup } from './amount-parse.ts'
import { leavePesos, type PesosTyped, pesosOf, typePesos } from './whole-pesos.ts'

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
  const { ignoredAfter } = pesos.typed
  const { problem } = parseAmount(text, typedScale(asset))
  const isUnfinished = isWhole && pesos.typed.beforePoint !== null
  const problemText = problem && problem !== 'empty' && !isUnfinished ? explain(problem) : null

  function explain(reason: Exclude<AmountProblem, 'empty'>): string {
    return reason === 'decimals' ? t('amount.decimals', { scale: asset.scale }) : t(`amount.${reason}`)
  }

  return (
    <TextInput
      {...others}
      label={hiddenLabel ? undefined : label}
      aria-label={hiddenLabel && typeof label === 'string' ? label : undefined}
      description={isWhole && ignoredAfter !== null ? <span role="status">{t(`amount.ignoredAfter.${ignoredAfter}`)}</span> : description}
      value={text}
      disabled={disabled}
      onChange={isWhole ? pesos.write : ({ currentTarget: field }) => onChange(isAtEnd(field) ? regroup(field.value) : field.value)}
      onBlur={isWhole ? pesos.leave : () => onChange(regroup(text))}
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

const isAtEnd = ({ value, selectionStart }: HTMLInputElement): boolean => selectionStart === value.length

/** What whole-pesos.ts knows of the text beside the text; forgotten when somebody else changes the text. */
function useWholePesos(text: string, onChange: (text: string) => void) {
  const [state, setState] = useState<PesosTyped>(() => pesosOf(text))
  const typed = state.text === text ? state : pesosOf(text)
  function keep(next: PesosTyped): void {
    setState(next)
    onChange(next.text)
  }
  return {
    typed,
    write: ({ currentTarget: field }: ChangeEvent<HTMLInputElement>) => keep(typePesos(typed, field.value, isAtEnd(field))),
    leave: () => keep(leavePesos(typed)),
    /** A comma is never shown, and a point only where thousands may follow. */
    blockDecimalKey(event: KeyboardEvent<HTMLInputElement>): void {
      const { currentTarget: field, key } = event
      if (key !== '.' && key !== ',' && key !== 'Decimal') return
      const isOpen = field.value !== '' && isAtEnd(field)
      if (key === '.' && isOpen && typed.beforePoint === null && typed.ignoredAfter !== 'comma') return
      event.preventDefault()
      if (key !== '.' && isOpen) keep(typePesos(typed, `${typed.beforePoint ?? typed.text},`, true))
    },
  }
}
