/** Six digits by mail, for a person without another factor. The mail describes the call that they approve. */
import { createHmac, randomInt, timingSafeEqual } from 'node:crypto'
import type { Connection } from '../../../../platform/database/database.ts'
import type { StepUpDescription } from '../../../../platform/http/guards/step-up.ts'
import type { RateLimit } from '../../../../platform/rate-limit/rate-limit.ts'
import type { AccountRow } from '../core/account-store.ts'
import type { IdentityContext } from '../core/context.ts'
import { CODE_MAIL_ALLOWANCE } from '../core/rate-limits.ts'
import { STEP_UP_LIFE_MS } from '../core/rules.ts'

const DIGITS = 6

export const newMailCode = (): string => String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')

/** Keyed, since an attacker who reads a plain hash tries a million codes in a moment. */
export const hashMailCode = ({ secrets }: Pick<IdentityContext, 'secrets'>, stepUpId: string, code: string): string =>
  createHmac('sha256', secrets.derive('step-up-code')).update(`${stepUpId}:${code}`).digest('hex')

export function isMailCode(context: Pick<IdentityContext, 'secrets'>, stepUp: { id: string; codeHash: string | null }, code: string) {
  if (stepUp.codeHash === null) return false
  const given = hashMailCode(context, stepUp.id, code.replaceAll(/\s/g, ''))
  return timingSafeEqual(Buffer.from(given), Buffer.from(stepUp.codeHash))
}

export const takeCodeMail = (rateLimit: RateLimit, accountId: string) =>
  rateLimit.take([{ kind: 'step-up-mail', key: accountId, allowance: CODE_MAIL_ALLOWANCE }], 'identity.too_many_codes')

export function mailCode(
  { notifications }: Pick<IdentityContext, 'notifications'>,
  tx: Connection,
  { account, code, description }: { account: Pick<AccountRow, 'id' | 'email'>; code: string; description: StepUpDescription },
): Promise<void> {
  const { title, details } = description
  const values = { code, title, details: [...details], minutes: STEP_UP_LIFE_MS / 60_000 }
  return notifications.sendMail(tx, { to: account.email, accountId: account.id, template: 'identity.step_up_code', values })
}

/** `p•••@correo.example` */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@')
  return `${[...email.slice(0, at)][0] ?? ''}•••${email.slice(at)}`
}
