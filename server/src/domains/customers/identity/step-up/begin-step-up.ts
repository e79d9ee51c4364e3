/** First step: the server decodes and describes the call, and the grant is bound to the decoded values. */
import type { Endpoint } from '@tunjo/contract/endpoint'
import type { Locale } from '@tunjo/contract/locales'
import type { StepUp, StepUpMethod } from '@tunjo/contract/step-up'
import type * as z from 'zod'
import { inTransaction } from '../../../../platform/database/database.ts'
import { newId } from '../../../../platform/database/ids.ts'
import { storedLocale } from '../../../../platform/database/stored-locale.ts'
import { authorize } from '../../../../platform/http/guards/authorize.ts'
import { checkDeclaredReason } from '../../../../platform/http/guards/reason.ts'
import { bindingOf, type StepUpDescription } from '../../../../platform/http/guards/step-up.ts'
import { Refused, refusal, refuse } from '../../../../platform/http/refusal.ts'
import type { Caller } from '../../../../platform/http/route.ts'
import { translateDate } from '../../../../platform/time/translate-date.ts'
import { findAccount } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { countFactors, findOwnFactors, methodsOf } from '../core/factors/factor-store.ts'
import { type Asked, askForPasskey } from '../core/factors/webauthn.ts'
import { STEP_UP_ALLOWANCE } from '../core/rate-limits.ts'
import { STEP_UP_LIFE_MS } from '../core/rules.ts'
import type { GuardedRoutes } from './guarded-routes.ts'
import { hashMailCode, mailCode, maskEmail, newMailCode, takeCodeMail } from './mail-code.ts'
import { insertStepUp } from './step-up-store.ts'

export interface AskedCall {
  readonly call: string
  readonly params?: Record<string, string> | undefined
  readonly query?: Record<string, string> | undefined
  readonly body?: unknown
  /** Language of the answer; a mailed code is in the stored language of the person. */
  readonly locale: Locale
}

export async function beginStepUp(context: IdentityContext, routes: GuardedRoutes, caller: Caller, asked: AskedCall): Promise<StepUp> {
  const route = routes.find(asked.call)
  if (!route) refuse('identity.step_up_unknown_call')
  authorize(route.endpoint, caller, asked.params ?? {})
  const decoded = decode(route.endpoint, asked)
  // Before the factor: the call would be refused after it.
  checkDeclaredReason(route.endpoint, decoded.body)
  const { accountId, sessionId } = caller
  await context.rateLimit.take([{ kind: 'step-up', key: accountId, allowance: STEP_UP_ALLOWANCE }], 'identity.too_many_attempts')
  const describe = async (locale: Locale) => withDates(await route.describe({ ...decoded, caller, locale }), locale)
  const shown = await describe(asked.locale)
  const account = await findAccount(context.db, accountId)
  if (!account) refuse('identity.session_expired')
  const own = storedLocale(account)
  const description = own === asked.locale ? shown : await describe(own)
  const { methods, passkey, code } = await chooseProof(context, accountId)
  const id = newId()
  const createdAt = context.clock.now()
  const expiresAt = new Date(createdAt.getTime() + STEP_UP_LIFE_MS)
  const bound = { call: asked.call, binding: bindingOf(route.endpoint, decoded) }
  const hashes = { codeHash: code && hashMailCode(context, id, code), challengeHash: passkey?.challengeHash ?? null }
  await inTransaction(context.db, async (tx) => {
    await insertStepUp(tx, { id, accountId, sessionId, ...bound, description, ...hashes, createdAt, expiresAt })
    if (code) await mailCode(context, tx, { account, code, description })
  })
  return {
    id,
    title: shown.title,
    details: [...shown.details],
    methods,
    passkey: passkey?.options ?? null,
    sentTo: code && maskEmail(account.email),
    expiresAt: expiresAt.toISOString(),
  }
}

/** Dates of a description are written in the default format. */
const withDates = ({ title, details }: StepUpDescription, locale: Locale): StepUpDescription => ({
  title,
  details: details.map(({ label, value }) => ({ label, value: translateDate(value, locale) })),
})

interface Proofs {
  methods: StepUpMethod[]
  passkey: Asked | null
  /** Code to be mailed; only for a person without another factor. */
  code: string | null
}

async function chooseProof({ db, settings, rateLimit }: IdentityContext, accountId: string): Promise<Proofs> {
  const own = await findOwnFactors(db, accountId)
  if (countFactors(own) > 0) {
    const passkey = own.passkeys.length > 0 ? await askForPasskey(settings, own.passkeys) : null
    return { methods: methodsOf(own), passkey, code: null }
  }
  await takeCodeMail(rateLimit, accountId)
  return { methods: ['mail'], passkey: null, code: newMailCode() }
}

/** With the schemas of the call itself, so that approval and use agree on every spelling. */
function decode({ params, query, body }: Endpoint, asked: AskedCall) {
  return {
    params: params && part('params', params, asked.params ?? {}),
    query: query && part('query', query, asked.query ?? {}),
    body: body && part('body', body, asked.body),
  }
}

function part<S extends z.ZodType>(name: string, schema: S, value: unknown): z.output<S> {
  const decoded = schema.safeParse(value)
  if (decoded.success) return decoded.data
  const fields = decoded.error.issues.map(({ path, message }) => ({ field: [name, ...path].join('/'), message }))
  throw new Refused({ ...refusal('request.invalid'), fields })
}
