/** What it is, for whom, and the way in, before any scrolling. */
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
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
          <Button component={Link} to="/contact-us" size="lg">
            {t('hero.contact')}
          </Button>
          <Button component={Link} to="/sign-up" size="lg" variant="default">
            {t('hero.signUp')}
          </Button>
        </div>
      </div>
      <ProductPicture name="home" alt={t('hero.picture')} className={classes.picture} isFirst />
    </section>
  )
}
