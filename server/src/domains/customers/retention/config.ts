/** Settings of the retention of documents. */
import * as z from 'zod'
import { declareSettings, type Environment, readSettings } from '../../../platform/process/settings.ts'

const schema = declareSettings({
  /**
   * Years after the relationship ended. Ten: the legal retention of a merchant's documents (Ley 962 de 2005, art. 28) and the promise of
   * our policies. Never less than the five of supervised institutions (Estatuto Orgánico del Sistema Financiero, art. 96).
   */
  DOCUMENT_RETENTION_YEARS: z.coerce.number().int().min(5).max(50).default(10),
})

export const readRetentionSettings = (env: Environment): { readonly years: number } => ({
  years: readSettings(schema, env).DOCUMENT_RETENTION_YEARS,
})
