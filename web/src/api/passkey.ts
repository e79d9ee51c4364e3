/** Asks the device for a passkey. Its library comes with the first question. */
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'

type Options = Record<string, unknown>

export const canUsePasskeys = (): boolean => 'PublicKeyCredential' in window

/** Null when the person closed the device's question, or it had no passkey of this site. */
export async function askPasskey(options: Options, useBrowserAutofill = false): Promise<Options | null> {
  const { startAuthentication } = await import('@simplewebauthn/browser')
  try {
    const answer = await startAuthentication({
      // The server made them with the other half of the same library.
      optionsJSON: options as unknown as PublicKeyCredentialRequestOptionsJSON,
      useBrowserAutofill,
    })
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
