/** Settings are schemas: a wrong value stops the boot with a sentence that names the variable. */
import * as z from 'zod'
import { CommandRefused } from './command-refused.ts'

export class SettingsInvalid extends CommandRefused {}

export type Environment = Record<string, string | undefined>

/** Reads the variables a schema names; empty text counts as absent. */
export function readSettings<S extends z.ZodObject>(schema: S, env: Environment): z.output<S> {
  const given = Object.fromEntries(Object.keys(schema.shape).flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const reasons = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new SettingsInvalid(`Invalid settings. ${reasons.join('. ')}`)
}

/** `'true'`/`'false'` as text, the only two spellings. */
export const booleanSetting = z.enum(['true', 'false']).transform((text) => text === 'true')
