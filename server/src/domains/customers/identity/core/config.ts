/** Settings of identity. */
import * as z from 'zod'
import { declareSettings, type Environment, readSettings } from '../../../../platform/process/settings.ts'

const HOUR_MS = 60 * 60_000

const schema = declareSettings({
  /** Hours from the request of a person who lost every second factor to its removal. Less than a day gives no protection. */
  LOST_FACTOR_WAIT_HOURS: z.coerce.number().int().min(24).max(720).default(72),
})

export interface IdentitySettings {
  readonly lostFactorWaitMs: number
}

export function readIdentitySettings(env: Environment): IdentitySettings {
  const { LOST_FACTOR_WAIT_HOURS: hours } = readSettings(schema, env)
  return { lostFactorWaitMs: hours * HOUR_MS }
}
