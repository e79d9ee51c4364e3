/** Asks the device for a passkey. Its library comes with the first question. */
import type { PasskeyOptions } from '@tunjo/contract/identity'

export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window

/** Null when the person closed the device's question, or it had no passkey of this site. */
export async function askPasskey(options: PasskeyOptions, useBrowserAutofill = false): Promise<Record<string, unknown> | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const answer = await startAuthentication({ optionsJSON: options, useBrowserAutofill })
    return { ...answer }
  } catch {
    return null
  }
}

/** The browser can offer passkeys in the list of the e-mail field. */
export const canAutofillPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && Boolean(await PublicKeyCredential.isConditionalMediationAvailable?.())

/** Ends a question that nobody has answered. */
export async function stopAsking(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
}
