/** Staff role checkboxes, each with a description. */
import { Checkbox, Stack } from '@mantine/core'
import { STAFF_ROLE, STAFF_ROLES, type StaffRole } from '@tunjo/contract/permissions'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { currentLanguage } from '../../../../i18n/language.ts'

interface RoleCheckboxesProps {
  roles: readonly StaffRole[]
  onChange: (roles: readonly StaffRole[]) => void
  error?: ReactNode
}

export function RoleCheckboxes({ roles, onChange, error }: RoleCheckboxesProps) {
  const { t } = useTranslation('staff')
  const choose = (names: string[]) => onChange(STAFF_ROLES.filter((role) => names.includes(role)))
  return (
    <Checkbox.Group label={t('roles')} value={[...roles]} onChange={choose} error={error}>
      <Stack gap="sm" my="xs">
        {STAFF_ROLES.map((role) => (
          <Checkbox key={role} value={role} label={STAFF_ROLE[role][currentLanguage()]} description={t(`purpose.${role}`)} />
        ))}
      </Stack>
    </Checkbox.Group>
  )
}
