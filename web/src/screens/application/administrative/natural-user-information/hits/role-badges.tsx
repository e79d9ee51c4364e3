/** Roles of a hit's subject in the company whose documents name them. Few hits have them: their phrases are loaded on use. */
import type { ScreeningHit } from '@tunjo/contract/screening'
import { useTranslation } from 'react-i18next'
import { StatusBadge } from '../../../../../ui/status-badge.tsx'

export function RoleBadges({ roles }: Pick<ScreeningHit, 'roles'>) {
  const { t } = useTranslation('representatives')
  return roles.map((role) => (
    <StatusBadge key={role} kind="neutral">
      {t(`roles.${role}`)}
    </StatusBadge>
  ))
}
