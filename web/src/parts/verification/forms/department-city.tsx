/** Department and city; the cities are loaded for each department (KYC-16). */
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { citiesQuery, departmentsQuery } from '../../../api/parameters.ts'
import { ListSelect } from '../list-select.tsx'
import type { useDraftFields } from '../use-draft-fields.ts'
import classes from './forms.module.css'

type ListProps = ReturnType<ReturnType<typeof useDraftFields>['list']>
interface DepartmentCityProps {
  department: ListProps
  city: ListProps
  /** Clears the city, which belongs to another department. */
  onDepartment: (departmentId: number) => void
}

export function DepartmentCity({ department, city, onDepartment }: DepartmentCityProps) {
  const { t } = useTranslation('verification-forms')
  const departmentId = Number(department.value ?? 0)
  const departments = useQuery(departmentsQuery)
  const cities = useQuery({ ...citiesQuery(departmentId), enabled: departmentId > 0 })
  return (
    <div className={classes.pair}>
      <ListSelect
        {...department}
        label={t('residence.department')}
        items={departments.data ?? []}
        onChange={(id) => {
          if (id !== department.value) onDepartment(Number(id))
        }}
        error={departments.isError ? t('residence.listFailed') : department.error}
      />
      <ListSelect
        {...city}
        label={t('residence.city')}
        items={cities.data ?? []}
        error={cities.isError ? t('residence.listFailed') : city.error}
        disabled={city.disabled || cities.data === undefined}
      />
    </div>
  )
}
