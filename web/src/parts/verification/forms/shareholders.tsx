/** Shareholders of a company, with the sum of their shares while typing (KYC-12). */
import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { SHAREHOLDERS_MAX } from '@tunjo/contract/kyc-forms'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { formatFigure } from '../../../ui/amount-format.ts'
import { FormSection } from './form-section.tsx'
import { ShareholderCard } from './shareholder-card.tsx'
import { emptyRow, type ShareholderRow, sumOf } from './shareholder-rows.ts'
import classes from './shareholders.module.css'

interface ShareholdersProps {
  rows: readonly ShareholderRow[]
  onChange: (rows: readonly ShareholderRow[]) => void
  disabled: boolean
}

export function Shareholders({ rows, onChange, disabled }: ShareholdersProps) {
  const { t } = useTranslation('verification-forms')
  const list = useRef<HTMLUListElement>(null)
  const isFull = rows.length >= SHAREHOLDERS_MAX

  function add(): void {
    onChange([...rows, emptyRow(crypto.randomUUID())])
    // The new row exists after this event.
    setTimeout(() => list.current?.querySelector<HTMLElement>('li:last-child input')?.focus())
  }

  return (
    <FormSection title={t('shareholders.title')} hint={t('shareholders.hint')}>
      <ul className={classes.rows} ref={list}>
        {rows.map((row, index) => (
          <li key={row.key}>
            <ShareholderCard
              row={row}
              number={index + 1}
              disabled={disabled}
              onChange={(change) => onChange(rows.map((one) => (one === row ? { ...one, ...change } : one)))}
              onRemove={disabled || rows.length === 1 ? undefined : () => onChange(rows.filter((one) => one !== row))}
            />
          </li>
        ))}
      </ul>
      <div className={classes.foot}>
        <SharesSum rows={rows} />
        {!disabled && (
          <Button size="sm" variant="light" leftSection={<IconPlus size={18} aria-hidden />} disabled={isFull} onClick={add}>
            {t('shareholders.add')}
          </Button>
        )}
      </div>
      {isFull && !disabled && <p className={classes.sum}>{t('shareholders.full', { maximum: SHAREHOLDERS_MAX })}</p>}
    </FormSection>
  )
}

const percent = (hundredths: number): string => formatFigure(BigInt(hundredths), 2, { minimum: 0, maximum: 2 })

function SharesSum({ rows }: { rows: readonly ShareholderRow[] }) {
  const { t } = useTranslation('verification-forms')
  const { total, left } = sumOf(rows)
  const kind = left < 0 ? 'above' : left > 0 ? 'left' : 'sum'
  return (
    <p className={classes.sum} role="status" data-above={left < 0 || undefined}>
      {t(`shareholders.${kind}`, { total: percent(total), left: percent(Math.max(left, 0)) })}
    </p>
  )
}
