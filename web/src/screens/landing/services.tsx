/** What a business's back-office gets from the account; nothing that the product does not do. */
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
