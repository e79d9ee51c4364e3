/** Settings of the policies. */
import { statSync } from 'node:fs'
import * as z from 'zod'
import { declareSettings, type Environment, readSettings, SettingsInvalid } from '../../../platform/process/settings.ts'

const schema = declareSettings({
  /** The operator's own texts, in the layout of the built-in ones: `<slug>/<version>.md`. */
  POLICY_TEXTS_DIR: z.string().optional(),
})

export function readPoliciesSettings(env: Environment): { readonly textsFolder: string | undefined } {
  const { POLICY_TEXTS_DIR: textsFolder } = readSettings(schema, env)
  if (textsFolder !== undefined && !statSync(textsFolder, { throwIfNoEntry: false })?.isDirectory())
    throw new SettingsInvalid(`POLICY_TEXTS_DIR is not a folder: ${textsFolder}`)
  return { textsFolder }
}
