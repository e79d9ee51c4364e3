/** Settings are schemas: a wrong value stops the boot with a sentence that names the variable. */
import { readFileSync } from 'node:fs'
import * as z from 'zod'
import { fieldOf } from '../http/field-of.ts'
import { CommandRefused } from './command-refused.ts'

export class SettingsInvalid extends CommandRefused {}
/** Values that their own schemas refuse. */
export class ValuesInvalid extends SettingsInvalid {}

export type Environment = Record<string, string | undefined>

const declared = new Map<string, z.ZodType>()

/** Schema of settings, whose names are registered as known. */
export function declareSettings<Shape extends z.ZodRawShape>(shape: Shape): z.ZodObject<Shape> {
  for (const [name, type] of Object.entries(shape)) declared.set(name, type as z.ZodType)
  return z.object(shape)
}

/** Settings of all loaded modules. */
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
  throw new ValuesInvalid(`Invalid settings. ${reasons.join('. ')}`)
}

/** The value as given, or the content of the file that `<name>_FILE` names, without the line's end. */
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

/** Largest relative distance at which a name is taken for a misspelled setting. */
const NEAR = 0.2

/**
 * Refuse names that are nearly a setting's. An environment has names of many programs; a misspelled one would silently leave the default in
 * force.
 * @throws SettingsInvalid with the nearest setting
 */
export function refuseMisspelled(env: Environment, known: Iterable<string>): void {
  const [first] = misspelledSettings(env, known)
  if (first !== undefined) throw new SettingsInvalid(first)
}

/** One sentence for each name that is nearly a setting's. */
export function misspelledSettings(env: Environment, known: Iterable<string>): string[] {
  const names = new Set(known)
  return Object.keys(env).flatMap((name) => {
    if (!env[name] || !/^[A-Z][A-Z0-9_]{5,}$/.test(name) || names.has(name) || names.has(name.replace(/_FILE$/, ''))) return []
    const nearest = [...names].map((one) => ({ one, distance: distanceOf(one, name) })).sort((a, b) => a.distance - b.distance)[0]
    if (!nearest || nearest.distance > name.length * NEAR) return []
    return [`${name} is no setting. Did you mean ${nearest.one}? docs/settings.md has them all.`]
  })
}

/** Edit distance (Levenshtein): letters to add, remove or change. */
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
