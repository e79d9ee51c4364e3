/** Preferences for optional mails. */
import { useTranslation } from 'react-i18next'
import { NotificationPreferences } from '../../../parts/notices/preferences.tsx'
import { Card } from '../../../ui/card.tsx'

export function Notices() {
  const { t } = useTranslation('configuration')
  return (
    <Card title={t('mails')}>
      <NotificationPreferences />
    </Card>
  )
}
