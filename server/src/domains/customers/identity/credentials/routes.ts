/** HTTP routes of credentials: password, e-mail, freeze, profile, closing. */

import { credentials as contract } from '@tunjo/contract/credentials'
import type { StepUpDescriptions } from '../../../../platform/http/guards/step-up.ts'
import { implement, type Route } from '../../../../platform/http/route.ts'
import { APPROVAL_WORDS } from '../core/approval-words.ts'
import type { IdentityContext } from '../core/context.ts'
import { readDeviceKey } from '../core/devices/device-cookie.ts'
import { findOpenChange } from '../core/email-change/email-change-store.ts'
import { normalizeEmail } from '../core/rules.ts'
import { clearRefreshCookie } from '../core/sessions/refresh-token.ts'
import type { ClosingCheck } from '../core/types.ts'
import { currentCooldown } from '../core/withdrawal-cooldown.ts'
import { cancelEmailChange } from './cancel-email-change.ts'
import { changePassword } from './change-password.ts'
import { changeProfile } from './change-profile.ts'
import { closeAccount } from './close-account.ts'
import { confirmEmailChange } from './confirm-email-change.ts'
import { freezeAccount } from './freeze-account.ts'
import { doesLinkWork } from './link-validity.ts'
import { presentEmailChange, requestEmailChange } from './request-email-change.ts'
import { requestMail } from './request-mail.ts'
import { resetPassword } from './reset-password.ts'

const STEP_UP: StepUpDescriptions<typeof contract> = {
  changePassword: async ({ locale }) => ({ title: APPROVAL_WORDS[locale].changePassword, details: [] }),
  requestEmailChange: async ({ body: { email }, locale }) => ({
    title: APPROVAL_WORDS[locale].changeEmail,
    details: [{ label: APPROVAL_WORDS[locale].newEmail, value: normalizeEmail(email) ?? email }],
  }),
  closeAccount: async ({ locale }) => ({ title: APPROVAL_WORDS[locale].closeAccount, details: [] }),
}

export function credentialRoutes(context: IdentityContext, closingChecks: readonly ClosingCheck[]): Route[] {
  const { db, clock, settings } = context
  return implement(
    contract,
    {
      checkLink: async ({ body, http }) => ({ works: await doesLinkWork(context, { ...body, ip: http.ip }) }),
      requestReset: ({ body, http }) => mailed(requestMail(context, 'reset', body.email, http.ip)),
      requestAppeal: ({ body, http }) => mailed(requestMail(context, 'appeal', body.email, http.ip)),
      async reset({ body, http }) {
        await resetPassword(context, { ...body, ip: http.ip })
        return { changed: true as const }
      },
      async changePassword({ body, caller, http }) {
        await changePassword(context, { ...body, caller, ip: http.ip, deviceKey: readDeviceKey(http, settings) })
        return { changed: true as const }
      },
      async emailChange({ caller }) {
        const change = await findOpenChange(db, caller.accountId, clock.now())
        return { pending: change ? presentEmailChange(change) : null }
      },
      requestEmailChange: async ({ body, caller, http }) => ({
        pending: await requestEmailChange(context, { ...body, caller, deviceKey: readDeviceKey(http, settings) }),
      }),
      async cancelEmailChange({ caller }) {
        await cancelEmailChange(context, caller.accountId)
        return { pending: null }
      },
      confirmEmailChange: async ({ body }) => ({ state: await confirmEmailChange(context, body.token) }),
      async freeze({ body }) {
        await freezeAccount(context, body.token)
        return { frozen: true as const }
      },
      async hold({ caller }) {
        const hold = await currentCooldown(db, caller.accountId, clock.now())
        return { hold: hold && { until: hold.until.toISOString(), reason: hold.reason } }
      },
      async changeProfile({ body, caller }) {
        await changeProfile(context, caller.accountId, body.langKey)
        return { langKey: body.langKey }
      },
      async closeAccount({ body, caller, http }) {
        await closeAccount(context, closingChecks, { ...body, caller, deviceKey: readDeviceKey(http, settings) })
        clearRefreshCookie(http, settings)
        http.setHeader('clear-site-data', '"storage"')
        return { closed: true as const }
      },
    },
    STEP_UP,
  )
}

const mailed = async (asked: Promise<void>) => {
  await asked
  return { mailSent: true as const }
}
