/** Page for unknown addresses. */
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { HOME, mayHaveSession } from '../session-hint.ts'
import { Logo } from '../ui/logo.tsx'
import buttons from '../ui/plain-button.module.css'
import classes from '../ui/states.module.css'

export function NotFound() {
  const { t } = useTranslation('shell')
  return (
    <div className={classes.state}>
      <Logo size={56} withName={false} />
      <h1 className={classes.heading}>{t('notFound.title')}</h1>
      <p className={classes.text}>{t('notFound.text')}</p>
      <Link to={mayHaveSession() ? HOME : '/'} className={buttons.primary}>
        {t('notFound.home')}
      </Link>
    </div>
  )
}
