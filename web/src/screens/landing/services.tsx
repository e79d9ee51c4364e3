/** Landing section with the services of the account; only features that the product has. */
import { useTranslation } from 'react-i18next'
import classes from './landing.module.css'

const SERVICES = ['accounting', 'compliance', 'payments'] as const

export function Services() {
  const { t } = useTranslation('landing')
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{t('services.title')}</h2>
      <div className={classes.columns}>
        {SERVICES.map((key) => (
          <div key={key} className={classes.ruled}>
            <h3>{t(`services.${key}Title`)}</h3>
            <p>{t(`services.${key}`)}</p>
          </div>
        ))}
      </div>
    </section>
  )
}
