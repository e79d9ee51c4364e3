/** What somebody of a hit is to the company whose papers name them. Of few hits: their words come when one is drawn. */
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
