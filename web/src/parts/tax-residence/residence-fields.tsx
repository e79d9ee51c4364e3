/** Fields of one country: its number, or the reason why there is none. Of Colombia the number of the verified document is shown. */
import { Button, Select, TextInput } from '@mantine/core'
import { NO_TIN_REASONS, TIN_LENGTH } from '@tunjo/contract/tax-certifications'
import { useTranslation } from 'react-i18next'
import { SearchSelect } from '../../ui/search-select.tsx'
import classes from './residence-fields.module.css'
import { type ResidenceRow, type RowFault, reasonOf } from './residence-rows.ts'

interface ResidenceFieldsProps {
  row: ResidenceRow
  place: number
  countries: readonly { code: string; name: string }[]
  ownTin: string | null
  fault: RowFault['fault'] | null
  onChange: (row: ResidenceRow) => void
  /** Null for the only row. */
  onRemove: (() => void) | null
}

export function ResidenceFields({ row, place, countries, ownTin, fault, onChange, onRemove }: ResidenceFieldsProps) {
  const { t } = useTranslation('tax-residence')
  const isDerived = row.country === 'CO' && ownTin !== null
  const isOfCountry = fault === 'countryMissing' || fault === 'countryTwice'
  const text = fault && t(`faults.${fault}`)
  const tinFault = !isOfCountry && text
  return (
    <fieldset className={classes.row}>
      <legend className={classes.legend}>{t('place', { place })}</legend>
      <SearchSelect
        label={t('country')}
        data={countries.map(({ code, name }) => ({ value: code, label: name }))}
        value={row.country}
        onChange={(country) => onChange({ ...row, country, tin: '', noTinReason: null })}
        error={isOfCountry && text}
        allowDeselect={false}
        limit={100}
        nothingFoundMessage={t('nothingFound')}
        autoComplete="off"
      />
      {isDerived ? (
        <TextInput label={t('tin')} description={t('tinDerived')} value={ownTin} readOnly error={tinFault} />
      ) : (
        <TypedTin row={row} fault={tinFault} onChange={onChange} />
      )}
      {onRemove && (
        <Button variant="subtle" color="red" size="compact-sm" className={classes.remove} onClick={onRemove}>
          {t('remove', { place })}
        </Button>
      )}
    </fieldset>
  )
}

interface TypedTinProps extends Pick<ResidenceFieldsProps, 'row' | 'onChange'> {
  fault: string | false | null
}

function TypedTin({ row, fault, onChange }: TypedTinProps) {
  const { t } = useTranslation('tax-residence')
  return (
    <>
      <TextInput
        label={t('tin')}
        description={row.country === 'CO' ? t('tinOfColombia') : t('tinHint')}
        value={row.tin}
        onChange={({ currentTarget }) => onChange({ ...row, tin: currentTarget.value })}
        error={fault}
        disabled={row.noTinReason !== null}
        maxLength={TIN_LENGTH.maximum}
        autoComplete="off"
      />
      <Select
        label={t('noTin')}
        placeholder={t('hasTin')}
        data={NO_TIN_REASONS.map((reason) => ({ value: reason, label: t(`reasons.${reason}`) }))}
        value={row.noTinReason}
        onChange={(reason) => onChange({ ...row, noTinReason: reasonOf(reason), tin: reason === null ? row.tin : '' })}
        clearable
        clearButtonProps={{ 'aria-label': t('clearReason') }}
      />
    </>
  )
}
