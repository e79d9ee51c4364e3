/** Residence of a person: lists in Colombia, a country and free text abroad (KYC-10). */
import { TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { countriesQuery } from '../../../api/parameters.ts'
import { ListSelect } from '../list-select.tsx'
import type { DraftHandle } from '../use-draft.ts'
import type { useDraftFields } from '../use-draft-fields.ts'
import { YesNo } from '../yes-no.tsx'
import { DepartmentCity } from './department-city.tsx'
import { FormSection } from './form-section.tsx'
import classes from './forms.module.css'

type Fields = ReturnType<typeof useDraftFields>

export function Residence({ draft, fields }: { draft: DraftHandle; fields: Fields }) {
  const { t } = useTranslation('verification-forms')
  const livesHere = fields.yesNo('livesInColombia')
  return (
    <FormSection title={t('residence.title')}>
      <YesNo {...livesHere} label={t('residence.livesInColombia')} />
      {livesHere.value === true && (
        <DepartmentCity
          department={fields.list('departmentID')}
          city={fields.list('cityID')}
          onDepartment={(departmentID) => draft.change({ departmentID, cityID: null })}
        />
      )}
      {livesHere.value === false && <Abroad fields={fields} />}
      <TextInput
        {...fields.text('homeAddress')}
        label={t('residence.address')}
        description={t('residence.addressHint')}
        autoComplete="street-address"
        maxLength={200}
      />
    </FormSection>
  )
}

function Abroad({ fields }: { fields: Fields }) {
  const { t } = useTranslation('verification-forms')
  const countries = useQuery(countriesQuery)
  // Residents of Colombia have answered so above.
  const items = (countries.data ?? []).filter(({ code }) => code !== 'CO').map(({ code, name }) => ({ id: code, name }))
  const country = fields.list('outsideCountry')
  return (
    <>
      <ListSelect
        {...country}
        label={t('residence.country')}
        items={items}
        error={countries.isError ? t('residence.listFailed') : country.error}
      />
      <div className={classes.pair}>
        <TextInput {...fields.text('outsideState')} label={t('residence.state')} autoComplete="address-level1" maxLength={100} />
        <TextInput {...fields.text('outsideCity')} label={t('residence.outsideCity')} autoComplete="address-level2" maxLength={100} />
      </div>
    </>
  )
}
