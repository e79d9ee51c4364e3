/** One shareholder: name, identification, nationality, share (KYC-12). */
import { ActionIcon, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { countriesQuery } from '../../../api/parameters.ts'
import { ListSelect } from '../list-select.tsx'
import { isShare, readIdentification, type ShareholderRow } from './shareholder-rows.ts'
import classes from './shareholders.module.css'

interface ShareholderCardProps {
  row: ShareholderRow
  /** One-based. */
  number: number
  disabled: boolean
  onChange: (change: Partial<ShareholderRow>) => void
  /** Without it the row cannot be removed. */
  onRemove: (() => void) | undefined
}

export function ShareholderCard({ row, number, disabled, onChange, onRemove }: ShareholderCardProps) {
  const { t } = useTranslation('verification-forms')
  const countries = useQuery(countriesQuery)
  return (
    <fieldset className={classes.row} aria-label={t('shareholders.row', { number })}>
      <div className={classes.head}>
        <span aria-hidden>{t('shareholders.row', { number })}</span>
        {onRemove && (
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('shareholders.remove', { number })} onClick={onRemove}>
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <TextInput
        label={t('shareholders.name')}
        value={row.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        disabled={disabled}
        maxLength={120}
        autoComplete="off"
      />
      <ShareInput
        value={row.ownershipPercentage}
        disabled={disabled}
        onChange={(ownershipPercentage) => onChange({ ownershipPercentage })}
      />
      <TextInput
        label={t('shareholders.identification')}
        value={row.identification}
        onChange={({ currentTarget }) => onChange({ identification: readIdentification(currentTarget.value) })}
        disabled={disabled}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        autoComplete="off"
      />
      <ListSelect
        label={t('shareholders.nationality')}
        items={(countries.data ?? []).map(({ code, name }) => ({ id: code, name }))}
        value={row.nationality || null}
        onChange={(code) => onChange({ nationality: String(code) })}
        disabled={disabled}
        error={countries.isError ? t('residence.listFailed') : undefined}
      />
    </fieldset>
  )
}

function ShareInput({ value, disabled, onChange }: { value: string; disabled: boolean; onChange: (share: string) => void }) {
  const { t } = useTranslation('verification-forms')
  const [wasLeft, setLeft] = useState(false)
  const isUnfit = wasLeft && value !== '' && !isShare(value)
  return (
    <TextInput
      className={classes.share}
      label={t('shareholders.share')}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      onBlur={() => setLeft(true)}
      error={isUnfit && t('shareholders.shareUnfit')}
      disabled={disabled}
      inputMode="decimal"
      maxLength={6}
      autoComplete="off"
    />
  )
}
