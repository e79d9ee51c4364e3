/** Landing section with the product's features and limits, without small print. */
import { useTranslation } from 'react-i18next'
import facts from './facts.module.css'
import classes from './landing.module.css'

const FACTS = ['today', 'tokens', 'cost', 'kyc', 'regulation'] as const

export function Facts() {
  const { t } = useTranslation('landing')
  return (
    <section className={classes.section}>
      <h2 className={classes.title}>{t('facts.title')}</h2>
      <dl className={facts.facts}>
        {FACTS.map((key) => (
          <div key={key}>
            <dt>{t(`facts.${key}Title`)}</dt>
            <dd>{t(`facts.${key}`)}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
