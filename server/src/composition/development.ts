/**
 * The only door from the product to `dev/`: the embedded database and chain, the sandboxes and the people of a demo. It is imported when a
 * demo starts, and the built package lacks it.
 */
import { SettingsInvalid } from '../platform/process/settings.ts'

export type Development = typeof import('../../../dev/index.ts')

/** @throws SettingsInvalid in the built package */
export async function development(): Promise<Development> {
  try {
    return await import('../../../dev/index.ts')
  } catch (error) {
    if (!isAbsent(error)) throw error
    throw new SettingsInvalid('This package has no demo: set PROFILE=production, or run "npm start" in a clone of the repository.')
  }
}

const isAbsent = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_MODULE_NOT_FOUND' && error.message.includes('dev/index.ts')
