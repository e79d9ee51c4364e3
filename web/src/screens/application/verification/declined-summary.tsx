/** Items that a reviewer declined, with their descriptions; the rest of the form stays closed (KYC-17). */
import { Alert } from '@mantine/core'
import type { LevelStatus } from '@tunjo/contract/kyc'
import { useTranslation } from 'react-i18next'
import classes from './verification-screen.module.css'

export function DeclinedSummary({ declined }: Pick<LevelStatus, 'declined'>) {
  const { t } = useTranslation('verification')
  return (
    <Alert color="red" title={t('declined.summaryTitle')} role="alert">
      <ul className={classes.declined}>
        {declined.map(({ slot, description }) => (
          <li key={`${slot} ${description}`}>
            <strong>{t(`declined.slots.${slot as keyof Phrases['verification']['declined']['slots']}`)}</strong>: {description}
          </li>
        ))}
      </ul>
      {t('declined.summaryText')}
    </Alert>
  )
}
