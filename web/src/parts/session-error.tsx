/**
 * Page for an unknown session, when the server does not answer: states whether the network or the service is unavailable, and retries
 * automatically with exponential backoff. The address stays. Without the component library, which may not have loaded.
 */
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../api/error-text.ts'
import buttons from '../ui/plain-button.module.css'
import states from '../ui/states.module.css'

const LONGEST_WAIT_SECONDS = 30
/** Attempts since the last success; the component is created anew after each. */
let tries = 0
const waitSeconds = (asked: number | null): number => asked ?? Math.min(2 ** tries, LONGEST_WAIT_SECONDS)

interface SessionTroubleProps {
  error: Error & { retryAfterSeconds?: number | null }
  tryAgain: () => Promise<void>
}

export function SessionError({ error, tryAgain }: SessionTroubleProps) {
  const { t } = useTranslation('ui')
  const [isTrying, setTrying] = useState(false)

  useEffect(() => {
    const again = () => {
      setTrying(true)
      tries += 1
      // The next failure is another error, with which this component is rendered again.
      void tryAgain().finally(() => setTrying(false))
    }
    const timer = setTimeout(again, 1_000 * waitSeconds(error.retryAfterSeconds ?? null))
    window.addEventListener('online', again)
    return () => {
      clearTimeout(timer)
      window.removeEventListener('online', again)
    }
  }, [error, tryAgain])

  return (
    <main className={states.state}>
      <h1 className={states.title}>{t('error.sessionTitle')}</h1>
      <p className={states.text} role="alert">
        {errorText(error)}
      </p>
      <p className={states.text}>{t('error.sessionText')}</p>
      <button type="button" className={buttons.primary} aria-disabled={isTrying} onClick={() => !isTrying && void tryAgain()}>
        {t(isTrying ? 'loading' : 'error.retry')}
      </button>
    </main>
  )
}
