/** Settings of regulatory reports. */
import * as z from 'zod'
import { declareSettings, type Environment, readSettings } from '../../platform/settings.ts'

const schema = declareSettings({
  /** Code of the company at the UIAF. Without it monthly files are generated, and report that it is missing. */
  UIAF_ENTITY_CODE: z
    .string()
    .regex(/^[0-9A-Za-z]{1,8}$/)
    .optional(),
})

export const readRegulatorySettings = (env: Environment, { profile }: { profile: 'demo' | 'production' }) => {
  const { UIAF_ENTITY_CODE } = readSettings(schema, env)
  // A file of the demo is never sent.
  return { entityCode: UIAF_ENTITY_CODE ?? (profile === 'demo' ? '00000000' : null) }
}
