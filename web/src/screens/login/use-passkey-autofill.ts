/** Passkey autofill (conditional UI) in the list of the e-mail field, where the browser supports it. */
import { useEffect } from 'react'
import { abortPasskeyPrompt, canAutofillPasskeys, promptPasskey } from '../../api/passkey.ts'
import { beginPasskeySignIn } from '../../session.ts'

/** The server's challenge is valid for five minutes. */
const ASK_EVERY_MS = 4 * 60_000

export function usePasskeyAutofill(onAnswer: (answer: { challengeId: string; passkey: Record<string, unknown> }) => void): void {
  useEffect(() => {
    let isHere = true
    async function offer(): Promise<void> {
      if (document.hidden || !(await canAutofillPasskeys())) return
      const { challengeId, options } = await beginPasskeySignIn()
      const passkey = isHere ? await promptPasskey(options, true) : null
      if (passkey && isHere) onAnswer({ challengeId, passkey })
    }
    // Optional: without it the button and the password remain.
    const tryToOffer = () => void offer().catch(() => undefined)
    tryToOffer()
    const again = setInterval(tryToOffer, ASK_EVERY_MS)
    return () => {
      isHere = false
      clearInterval(again)
      void abortPasskeyPrompt()
    }
  }, [onAnswer])
}
