/** Second factors of the caller: app codes, recovery codes, passkeys. */
import { queryOptions } from '@tanstack/react-query'
import { client } from '@tunjo/contract/client'
import { factors } from '@tunjo/contract/factors'
import { authorize } from './step-up.ts'
import { send } from './transport.ts'

const calls = client(factors, send, authorize)

export const factorsQuery = queryOptions({
  queryKey: ['factors'],
  queryFn: ({ signal }) => calls.factors({}, { signal }),
})

export const beginTotp = () => calls.beginTotp({})
export const confirmTotp = (code: string) => calls.confirmTotp({ body: { code } })
export const removeTotp = () => calls.removeTotp({})
export const newRecoveryCodes = () => calls.newRecoveryCodes({})
export const renamePasskey = (id: string, name: string) => calls.renamePasskey({ params: { id }, body: { name } })
export const removePasskey = (id: string) => calls.removePasskey({ params: { id } })

export const supportsPasskeys = (): boolean => typeof window.PublicKeyCredential === 'function'

/** Step-up, the browser's dialog, then the passkey. Rejects with the browser's `NotAllowedError` when the person closed that dialog. */
export async function addPasskey(name: string) {
  const { challengeId, options } = await calls.beginPasskey({})
  const { startRegistration } = await import('@simplewebauthn/browser')
  const passkey = await startRegistration({ optionsJSON: options })
  return calls.addPasskey({ body: { challengeId, passkey: { ...passkey }, name } })
}
