/** HTTP routes of devices, sessions and the history of sign-ins. */

import { devices as contract, type SignInRow } from '@tunjo/contract/devices'
import type { Locale } from '@tunjo/contract/locales'
import type { Page } from '../../../../platform/database/list-query.ts'
import type { StepUpDescription } from '../../../../platform/http/guards/step-up.ts'
import { localeOf } from '../../../../platform/http/preferred-locale.ts'
import { refuse } from '../../../../platform/http/refusal.ts'
import { type HttpContext, implement, type Route } from '../../../../platform/http/route.ts'
import { APPROVAL_WORDS } from '../core/approval-words.ts'
import type { IdentityContext } from '../core/context.ts'
import { type DeviceRow, findOwnDevice, listDevices } from '../core/devices/device-store.ts'
import { isDeliberateCall } from '../core/devices/rules.ts'
import { originIn, translateOrigin } from '../core/devices/translate-origin.ts'
import { endOneSession, endOtherSessions, removeOwnDevice } from './access-end.ts'
import { confirmLocation, denyLocation } from './location-answers.ts'
import { listSessions, type SessionRow } from './own-session-store.ts'
import { listSignIns, signInsCsv } from './sign-in-list.ts'

export function deviceRoutes(context: IdentityContext): Route[] {
  const { db, clock } = context
  return implement(
    contract,
    {
      async confirmLocationByGet({ query, http }) {
        if (!isDeliberateCall(http.headers)) refuse('identity.location_link_expired')
        await confirmLocation(context, query.id)
        return { done: true as const }
      },
      async confirmLocation({ body }) {
        await confirmLocation(context, body.id)
        return { done: true as const }
      },
      async denyLocationByGet({ query, http }) {
        if (!isDeliberateCall(http.headers)) refuse('identity.deny_link_expired')
        await denyLocation(context, query.id)
        return { done: true as const }
      },
      async denyLocation({ body }) {
        await denyLocation(context, body.id)
        return { done: true as const }
      },
      async signIns({ caller, query, http }) {
        return inLanguage(await listSignIns(db, caller, query, clock.now()), localeOf(http))
      },
      async signInsCsv({ caller, query, http }) {
        nameFile(http, 'historial-de-acceso.csv')
        return signInsCsv(db, caller, query, { now: clock.now(), locale: localeOf(http) })
      },
      async sessions({ caller, http }) {
        const rows = await listSessions(db, caller, clock.now())
        return rows.map((row) => toSession(row, localeOf(http)))
      },
      async endSession({ caller, params }) {
        await endOneSession(context, caller, params.id)
        return { done: true as const }
      },
      async endOtherSessions({ caller }) {
        return { ended: await endOtherSessions(context, caller) }
      },
      async devices({ caller, http }) {
        const rows = await listDevices(db, caller.accountId, caller.sessionId)
        return rows.map((row) => toDevice(row, localeOf(http)))
      },
      async forgetDevice({ caller, params }) {
        await removeOwnDevice(context, caller, params.id)
        return { done: true as const }
      },
    },
    {
      forgetDevice: ({ caller, params, locale }) =>
        describeForgetting(context, { accountId: caller.accountId, deviceId: params.id, locale }),
    },
  )
}

const inLanguage = (page: Page<SignInRow>, locale: Locale): Page<SignInRow> => ({
  ...page,
  results: page.results.map((row) => originIn(row, locale)),
})

const toSession = (row: SessionRow, locale: Locale) => ({
  ...originIn(row, locale),
  startedAt: row.startedAt.toISOString(),
  activeAt: row.activeAt.toISOString(),
})

const toDevice = (row: DeviceRow, locale: Locale) => ({
  ...row,
  system: translateOrigin(row.system, locale),
  browser: translateOrigin(row.browser, locale),
  firstSeenAt: row.firstSeenAt.toISOString(),
  lastSeenAt: row.lastSeenAt.toISOString(),
})

async function describeForgetting(
  { db }: IdentityContext,
  { accountId, deviceId, locale }: { accountId: string; deviceId: string; locale: Locale },
): Promise<StepUpDescription> {
  const words = APPROVAL_WORDS[locale]
  const device = await findOwnDevice(db, accountId, deviceId)
  if (!device) refuse('request.not_found')
  return {
    title: words.forgetDevice,
    details: [{ label: words.device, value: translateOrigin(`${device.browser} · ${device.system}`, locale) }],
  }
}

const nameFile = (http: HttpContext, name: string): void => http.setHeader('content-disposition', `attachment; filename="${name}"`)
