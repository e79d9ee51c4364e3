/** Last resort when a screen crashes: the specification's sentence and a link to continue. */
import { useTranslation } from 'react-i18next'
import buttons from './plain-button.module.css'
import classes from './states.module.css'

export function BoundaryError() {
  const { t } = useTranslation('ui')
  return (
    <div className={classes.state} role="alert">
      <h1 className={classes.title}>{t('error.boundaryTitle')}</h1>
      <p className={classes.text}>{t('error.boundaryText')}</p>
      <button type="button" className={buttons.default} onClick={() => window.location.reload()}>
        {t('error.reload')}
      </button>
    </div>
  )
}
