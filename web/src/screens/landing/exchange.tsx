/** Landing section about the exchange: price sources, and the protection of the price. */
import { useTranslation } from 'react-i18next'
import classes from './landing.module.css'
import { ProductPicture } from './product-picture.tsx'

const POINTS = ['minimum', 'halt', 'cost'] as const

export function Exchange() {
  const { t } = useTranslation('landing')
  return (
    <section className={`${classes.split} ${classes.pictureFirst}`}>
      <div>
        <h2 className={classes.title}>{t('exchange.title')}</h2>
        <p className={classes.text}>{t('exchange.text')}</p>
        <dl className={classes.terms}>
          {POINTS.map((key) => (
            <div key={key}>
              <dt>{t(`exchange.points.${key}Title`)}</dt>
              <dd>{t(`exchange.points.${key}`)}</dd>
            </div>
          ))}
        </dl>
      </div>
      <ProductPicture name="exchange" alt={t('exchange.picture')} className={classes.picture} />
    </section>
  )
}
