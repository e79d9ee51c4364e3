/** Passkey prompt. Its library is loaded with the first prompt. */
import type { PasskeyOptions } from '@tunjo/contract/identity'

export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window

/** Null when the person closed the device's prompt, or it had no passkey of this site. */
export async function promptPasskey(options: PasskeyOptions, useBrowserAutofill = false): Promise<Record<string, unknown> | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const answer = await startAuthentication({ optionsJSON: options, useBrowserAutofill })
    return { ...answer }
  } catch {
    return null
  }
}

/** Whether the browser can offer passkeys in the list of the e-mail field. */
export const canAutofillPasskeys = async (): Promise<boolean> =>
  canUsePasskeys() && Boolean(await PublicKeyCredential.isConditionalMediationAvailable?.())

/** Aborts an open prompt. */
export async function abortPasskeyPrompt(): Promise<void> {
  const { WebAuthnAbortService } = await import('@simplewebauthn/browser')
  WebAuthnAbortService.cancelCeremony()
}
