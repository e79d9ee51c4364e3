/** Offline notice: figures on the page may be outdated and no call can be sent. */
import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import classes from './offline-notice.module.css'

export function OfflineNotice() {
  const { t } = useTranslation('shell')
  const isOnline = useSyncExternalStore(onConnectionChange, () => navigator.onLine)
  // Always rendered: a live region inserted together with its text is not announced.
  return (
    <div role="status" className={classes.place}>
      {!isOnline && <p className={classes.notice}>{t('offline')}</p>}
    </div>
  )
}

function onConnectionChange(listener: () => void): () => void {
  window.addEventListener('online', listener)
  window.addEventListener('offline', listener)
  return () => {
    window.removeEventListener('online', listener)
    window.removeEventListener('offline', listener)
  }
}
