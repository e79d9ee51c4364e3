/** Settings are schemas: a wrong value stops the boot with a sentence that names the variable. */
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { CommandRefused } from './command-refused.ts'
import { fieldOf } from './field-of.ts'

export class SettingsInvalid extends CommandRefused {}

export type Environment = Record<string, string | undefined>

const declared = new Map<string, z.ZodType>()

/** A schema of settings, whose names the product knows from then on. */
export function declareSettings<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  for (const [name, type] of Object.entries(shape)) declared.set(name, type as z.ZodType)
  return z.object(shape)
}

/** Of all modules that are loaded. */
export const declaredSettings = (): ReadonlyMap<string, z.ZodType> => declared

/** Reads the variables a schema names; empty text counts as absent. */
export function readSettings<S extends z.ZodObject>(schema: S, env: Environment): z.output<S> {
  const given = Object.fromEntries(
    Object.keys(schema.shape).flatMap((name) => {
      const value = settingOf(env, name)
      return value === undefined ? [] : [[name, value]]
    }),
  )
  const result = schema.safeParse(given)
  if (result.success) return result.data
  const reasons = result.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`)
  throw new SettingsInvalid(`Invalid settings. ${reasons.join('. ')}`)
}

/** As it is given, or as the file says that `<name>_FILE` names, without the line's end. */
export function settingOf(env: Environment, name: string): string | undefined {
  const [value, file] = [env[name], env[`${name}_FILE`]]
  if (!file) return value || undefined
  if (value) throw new SettingsInvalid(`${name} and ${name}_FILE are both given: leave one away.`)
  try {
    return readFileSync(file, 'utf8').replace(/\r?\n$/, '') || undefined
  } catch (error) {
    throw new SettingsInvalid(`${name}_FILE names ${file}, which cannot be read (${String(fieldOf(error, 'code'))}).`)
  }
}

/** The most that a name may differ from a setting's to be taken for one that was spelled wrong. */
const NEAR = 0.2

/**
 * An environment has names of many programs. One that is nearly a setting's was meant as that setting, whose default would hold without a word.
 * @throws SettingsInvalid with the nearest setting
 */
export function refuseMisspelled(env: Environment, known: Iterable<string>): void {
  const names = new Set(known)
  for (const name of Object.keys(env)) {
    if (!env[name] || !/^[A-Z][A-Z0-9_]{5,}$/.test(name) || names.has(name) || names.has(name.replace(/_FILE$/, ''))) continue
    const nearest = [...names].map((one) => ({ one, distance: distanceOf(one, name) })).sort((a, b) => a.distance - b.distance)[0]
    if (nearest && nearest.distance <= name.length * NEAR)
      throw new SettingsInvalid(`${name} is no setting. Did you mean ${nearest.one}? docs/settings.md has them all.`)
  }
}

/** Letters to add, take away or change. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++)
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)))
    row = next
  }
  return row[other.length] ?? 0
}

/** `'true'`/`'false'` as text, the only two spellings. */
export const booleanSetting = z.enum(['true', 'false']).transform((text) => text === 'true')
