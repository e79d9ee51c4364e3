/** HTTP routes of second factors: authenticator app, passkeys, recovery codes. */

import { factors as contract } from '@tunjo/contract/factors'
import { validate as isUuid } from 'uuid'
import { refuse } from '../../../../platform/http/refusal.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import { findAccount } from '../core/account-store.ts'
import { APPROVAL_WORDS } from '../core/approval-words.ts'
import type { IdentityContext } from '../core/context.ts'
import { readDeviceKey } from '../core/devices/device-cookie.ts'
import { findOwnFactors } from '../core/factors/factor-store.ts'
import { listPasskeys } from '../core/factors/passkey-store.ts'
import { needsSecondFactor } from '../core/rules.ts'
import { removePasskey, removeTotp } from './factor-removal.ts'
import { addPasskey, beginPasskey, presentPasskey, renamePasskey } from './passkeys.ts'
import { renewRecoveryCodes } from './renew-recovery-codes.ts'
import { beginTotp, confirmTotp } from './totp.ts'

export function factorRoutes(context: IdentityContext): Route[] {
  const { db, settings } = context
  return implement(
    contract,
    {
      async factors({ caller: { accountId } }) {
        const account = await findAccount(db, accountId)
        if (!account) refuse('identity.session_expired')
        const { totpAddedAt, recoveryCodesLeft } = await findOwnFactors(db, accountId)
        return {
          totp: totpAddedAt ? { addedAt: totpAddedAt.toISOString() } : null,
          passkeys: (await listPasskeys(db, accountId)).map(presentPasskey),
          recoveryCodesLeft,
          required: needsSecondFactor(settings, account),
        }
      },
      beginTotp: ({ caller }) => beginTotp(context, caller.accountId),
      confirmTotp: async ({ caller, body, http }) => ({
        recoveryCodes: await confirmTotp(context, caller, body.code, readDeviceKey(http, settings)),
      }),
      async removeTotp({ caller }) {
        await removeTotp(context, caller)
        return { removed: true as const }
      },
      newRecoveryCodes: async ({ caller }) => ({ recoveryCodes: await renewRecoveryCodes(context, caller) }),
      beginPasskey: ({ caller }) => beginPasskey(context, caller),
      addPasskey: ({ caller, body }) => addPasskey(context, caller, body),
      renamePasskey: ({ caller, params, body }) => renamePasskey(context, caller.accountId, params.id, body.name),
      async removePasskey({ caller, params }) {
        await removePasskey(context, caller, params.id)
        return { removed: true as const }
      },
    },
    {
      beginTotp: async ({ locale }) => ({ title: APPROVAL_WORDS[locale].beginTotp, details: [] }),
      removeTotp: async ({ locale }) => ({ title: APPROVAL_WORDS[locale].removeTotp, details: [] }),
      newRecoveryCodes: async ({ locale }) => ({ title: APPROVAL_WORDS[locale].newRecoveryCodes, details: [] }),
      beginPasskey: async ({ locale }) => ({ title: APPROVAL_WORDS[locale].addPasskey, details: [] }),
      async removePasskey({ caller, params: { id }, locale }) {
        const words = APPROVAL_WORDS[locale]
        const passkey = isUuid(id) ? (await listPasskeys(db, caller.accountId)).find((row) => row.id === id) : undefined
        if (!passkey) refuse('identity.factor_not_found')
        return { title: words.removePasskey, details: [{ label: words.passkey, value: passkey.name }] }
      },
    },
  )
}
