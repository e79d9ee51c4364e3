/** Fields for the city of a proof of residence. */
import { Checkbox, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { citiesQuery, departmentsQuery } from '../../../../../api/parameters.ts'
import { SearchSelect } from '../../../../../ui/search-select.tsx'
import { isPlaceMissing, type Place } from './proof-place.ts'

interface ProofPlaceProps {
  place: Place
  /** Name of the declared city. */
  declared: string
  isProblemShown: boolean
  onChange: (place: Place) => void
}

export function ProofPlace({ place, declared, isProblemShown, onChange }: ProofPlaceProps) {
  const { t } = useTranslation('review')
  const { kind, city } = place
  const error = isProblemShown && isPlaceMissing(place) ? t('proof.missing') : undefined
  return (
    <>
      <Checkbox
        size="xs"
        label={t('proof.sameCity', { city: declared })}
        checked={kind === 'declared'}
        onChange={({ currentTarget: { checked } }) => onChange({ ...place, kind: checked ? 'declared' : 'listed' })}
      />
      {kind !== 'declared' && (
        <Checkbox
          size="xs"
          label={t('proof.abroadChoice')}
          checked={kind === 'abroad'}
          onChange={({ currentTarget: { checked } }) => onChange({ ...place, kind: checked ? 'abroad' : 'listed' })}
        />
      )}
      {kind === 'listed' && <ListedCity place={place} error={error} onChange={onChange} />}
      {kind === 'abroad' && (
        <TextInput
          label={t('proof.abroad')}
          value={city}
          onChange={({ currentTarget }) => onChange({ ...place, city: currentTarget.value })}
          maxLength={100}
          error={error}
          required
        />
      )}
    </>
  )
}

function ListedCity({ place, error, onChange }: Pick<ProofPlaceProps, 'place' | 'onChange'> & { error: string | undefined }) {
  const { t } = useTranslation('review')
  const { departmentId, cityId } = place
  const departments = useQuery(departmentsQuery)
  const cities = useQuery({ ...citiesQuery(departmentId), enabled: departmentId > 0 })
  return (
    <>
      <SearchSelect
        label={t('proof.department')}
        data={options(departments.data)}
        value={chosen(departmentId)}
        onChange={(id) => onChange({ ...place, departmentId: Number(id ?? 0), cityId: 0 })}
      />
      <SearchSelect
        label={t('proof.city')}
        data={options(cities.data)}
        value={chosen(cityId)}
        onChange={(id) => onChange({ ...place, cityId: Number(id ?? 0) })}
        disabled={departmentId === 0}
        error={error}
      />
    </>
  )
}

const chosen = (id: number): string | null => (id > 0 ? String(id) : null)
const options = (items: readonly { id: number; name: string }[] = []) => items.map(({ id, name }) => ({ value: String(id), label: name }))
