/** Product page, short form: what it is and the way in. */
import { Button, Title } from '@mantine/core'
import { IconBuildingBank, IconReceipt2, IconShieldCheck } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import classes from './landing.module.css'

const POINTS = [
  { key: 'trace', title: 'traceTitle', Icon: IconReceipt2 },
  { key: 'cop', title: 'copTitle', Icon: IconBuildingBank },
  { key: 'safe', title: 'safeTitle', Icon: IconShieldCheck },
] as const

export default function LandingScreen() {
  const { t } = useTranslation('landing')
  return (
    <div className={classes.page}>
      <Title order={1} className={classes.title}>
        {t('title')}
      </Title>
      <p className={classes.lead}>{t('lead')}</p>
      <div className={classes.actions}>
        <Button component={Link} to="/sign-up" size="lg">
          {t('signUp')}
        </Button>
        <Button component={Link} to="/login" size="lg" variant="default">
          {t('signIn')}
        </Button>
      </div>
      <ul className={classes.points}>
        {POINTS.map(({ key, title, Icon }) => (
          <li key={key}>
            <Icon size={26} stroke={1.6} className={classes.icon} aria-hidden />
            <Title order={2}>{t(`points.${title}`)}</Title>
            <p>{t(`points.${key}`)}</p>
          </li>
        ))}
      </ul>
    </div>
  )
}
