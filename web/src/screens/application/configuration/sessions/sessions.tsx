/** Open sessions of the account, and its known devices. */
import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { Card } from '../../../../ui/card.tsx'
import { DeviceList } from './device-list.tsx'
import { SessionList } from './session-list.tsx'
import classes from './sessions.module.css'

export function Sessions() {
  const { t } = useTranslation('configuration')
  return (
    <>
      <SessionList />
      <Card title={t('devices.title')}>
        <DeviceList />
      </Card>
      <p className={classes.foot}>
        <Anchor component={Link} to="/application/login-report" underline="always">
          {t('sessions.history')}
        </Anchor>
        {/* The licence of the place data requires the name and the link. */}
        <span>
          {t('sessions.places')}{' '}
          <Anchor href="https://db-ip.com" target="_blank" rel="noopener" underline="always" inherit>
            IP Geolocation by DB-IP
          </Anchor>
        </span>
      </p>
    </>
  )
}
