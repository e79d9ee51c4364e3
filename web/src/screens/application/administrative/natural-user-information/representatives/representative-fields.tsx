/** Fields of one line: a person with roles, or a company and its share. */
import { ActionIcon, Checkbox, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { bogotaDay } from '@tunjo/contract/bogota-day'
import {
  isCompanyDocument,
  REPRESENTATIVE_DOCUMENTS,
  REPRESENTATIVE_ROLES,
  REPRESENTATIVE_SOURCES,
} from '@tunjo/contract/representative-rules'
import { useTranslation } from 'react-i18next'
import { countriesQuery } from '../../../../../api/parameters.ts'
import { serverNowMs } from '../../../../../api/server-clock.ts'
import { ListSelect } from '../../../../../parts/verification/list-select.tsx'
import { gapsOf, hasShare, type RepresentativeRow, type RowGap } from './representative-rows.ts'
import classes from './representatives.module.css'

interface RepresentativeFieldsProps {
  row: RepresentativeRow
  /** One-based. */
  number: number
  depth: number
  parents: readonly RepresentativeRow[]
  /** Text of the line's fault. */
  problem: string | null
  /** Gaps are shown after the first attempt to save. */
  isProblemShown: boolean
  onChange: (change: Partial<RepresentativeRow>) => void
  /** Without it the line cannot be removed. */
  onRemove: (() => void) | undefined
}

export function RepresentativeFields({
  row,
  number,
  depth,
  parents,
  problem,
  isProblemShown,
  onChange,
  onRemove,
}: RepresentativeFieldsProps) {
  const { t } = useTranslation('representatives')
  const isCompany = isCompanyDocument(row.documentType)
  const gaps = isProblemShown ? gapsOf(row) : []
  const errorOf = (name: RowGap) => (gaps.includes(name) ? t(`form.gaps.${name}`) : undefined)
  return (
    <fieldset className={classes.row} data-behind={depth > 0 || undefined} aria-label={t('form.line', { number })}>
      <div className={classes.lineHead}>
        <strong aria-hidden>{t('form.line', { number })}</strong>
        {onRemove && (
          <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('form.remove', { number })} onClick={onRemove}>
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
        )}
      </div>
      <Identity row={row} errorOf={errorOf} onChange={onChange} />
      {!isCompany && <Roles row={row} error={errorOf('roles')} onChange={onChange} />}
      {hasShare(row) && (
        <TextInput
          label={t('form.share')}
          value={row.share}
          onChange={({ currentTarget }) => onChange({ share: currentTarget.value })}
          error={errorOf('share')}
          inputMode="decimal"
          maxLength={6}
          autoComplete="off"
        />
      )}
      {parents.length > 0 && (
        <NativeSelect
          label={t('form.parent')}
          value={row.parentKey ?? ''}
          onChange={({ currentTarget }) => onChange({ parentKey: currentTarget.value || null })}
          data={[{ value: '', label: t('form.customer') }, ...parents.map(({ key, name }) => ({ value: key, label: name || '…' }))]}
        />
      )}
      <NativeSelect
        label={t('form.source')}
        value={row.paper}
        onChange={({ currentTarget: { value } }) => onChange({ paper: REPRESENTATIVE_SOURCES.find((one) => one === value) ?? row.paper })}
        data={REPRESENTATIVE_SOURCES.map((value) => ({ value, label: t(`sources.${value}`) }))}
      />
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </fieldset>
  )
}

interface FieldsProps extends Pick<RepresentativeFieldsProps, 'row' | 'onChange'> {
  errorOf: (name: RowGap) => string | undefined
}
function Identity({ row, errorOf, onChange }: FieldsProps) {
  const { t } = useTranslation('representatives')
  const countries = useQuery(countriesQuery)
  return (
    <>
      <TextInput
        label={t('form.name')}
        value={row.name}
        onChange={({ currentTarget }) => onChange({ name: currentTarget.value })}
        error={errorOf('name')}
        maxLength={120}
        autoComplete="off"
      />
      <NativeSelect
        label={t('form.documentType')}
        value={row.documentType}
        onChange={({ currentTarget: { value } }) =>
          onChange({ documentType: REPRESENTATIVE_DOCUMENTS.find((one) => one === value) ?? row.documentType })
        }
        data={REPRESENTATIVE_DOCUMENTS.map((value) => ({ value, label: t(`documents.${value}`) }))}
      />
      <TextInput
        label={t('form.documentNumber')}
        value={row.documentNumber}
        onChange={({ currentTarget }) => onChange({ documentNumber: currentTarget.value })}
        error={errorOf('documentNumber')}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={24}
        autoComplete="off"
      />
      <ListSelect
        label={t('form.nationality')}
        items={(countries.data ?? []).map(({ code, name }) => ({ id: code, name }))}
        value={row.nationality || null}
        onChange={(code) => onChange({ nationality: String(code) })}
        error={errorOf('nationality')}
        // Disabled without the list of countries; the form explains why.
        disabled={!countries.data}
      />
    </>
  )
}

function Roles({ row, error, onChange }: Pick<RepresentativeFieldsProps, 'row' | 'onChange'> & { error: string | undefined }) {
  const { t } = useTranslation('representatives')
  return (
    <>
      <Checkbox.Group
        label={t('form.roles')}
        value={[...row.roles]}
        onChange={(names) => onChange({ roles: REPRESENTATIVE_ROLES.filter((role) => names.includes(role)) })}
        error={error}
      >
        <Stack gap={4} mt={4}>
          {REPRESENTATIVE_ROLES.map((role) => (
            <Checkbox key={role} value={role} label={t(`roles.${role}`)} />
          ))}
        </Stack>
      </Checkbox.Group>
      <TextInput
        type="date"
        label={t('form.birthDate')}
        value={row.birthDate}
        onChange={({ currentTarget }) => onChange({ birthDate: currentTarget.value })}
        max={bogotaDay(new Date(serverNowMs()))}
      />
      <Checkbox label={t('form.isPep')} checked={row.isPep} onChange={({ currentTarget }) => onChange({ isPep: currentTarget.checked })} />
    </>
  )
}
