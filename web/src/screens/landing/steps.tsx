/** Call to action in three steps. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import buttons from '../../ui/plain-button.module.css'
import classes from './landing.module.css'
import steps from './steps.module.css'

const STEPS = ['write', 'verify', 'start'] as const

export function Steps() {
  const { t } = useTranslation('landing')
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{t('steps.title')}</h2>
      <ol className={steps.steps}>
        {STEPS.map((key) => (
          <li key={key}>
            <h3>{t(`steps.${key}Title`)}</h3>
            <p>{t(`steps.${key}`)}</p>
          </li>
        ))}
      </ol>
      <Link to="/contact-us" className={`${buttons.primary} ${buttons.large}`}>
        {t('steps.contact')}
      </Link>
    </section>
  )
}
