/** Hero of the landing page: product, audience and call to action, visible without scrolling. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import buttons from '../../ui/plain-button.module.css'
import classes from './hero.module.css'
import { ProductPicture } from './product-picture.tsx'

export function Hero() {
  const { t } = useTranslation('landing')
  return (
    <section className={classes.hero}>
      <div className={classes.words}>
        <h1 className={classes.title}>{t('hero.title')}</h1>
        <p className={classes.lead}>{t('hero.lead')}</p>
        <div className={classes.actions}>
          <Link to="/contact-us" className={`${buttons.primary} ${buttons.large}`}>
            {t('hero.contact')}
          </Link>
          <Link to="/sign-up" className={`${buttons.default} ${buttons.large}`}>
            {t('hero.signUp')}
          </Link>
        </div>
      </div>
      <ProductPicture name="home" alt={t('hero.picture')} className={classes.picture} isFirst />
    </section>
  )
}
