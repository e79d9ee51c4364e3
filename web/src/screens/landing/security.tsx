/** Landing section about security: encrypted servers, two reviews, reports (PUB-01). */
import { IconFileCheck, IconLock, IconUsers } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import classes from './landing.module.css'

const BENEFITS = [
  { key: 'servers', Icon: IconLock },
  { key: 'review', Icon: IconUsers },
  { key: 'reports', Icon: IconFileCheck },
] as const

export function Security() {
  const { t } = useTranslation('landing')
  return (
    <section className={classes.band}>
      <h2 className={classes.title}>{t('security.title')}</h2>
      <div className={classes.columns}>
        {BENEFITS.map(({ key, Icon }) => (
          <div key={key}>
            <Icon size={28} stroke={1.5} className={classes.icon} aria-hidden />
            <h3>{t(`security.${key}Title`)}</h3>
            <p>{t(`security.${key}`)}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
