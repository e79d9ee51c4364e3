/** Settings of regulatory reports. */
import * as z from 'zod'
import { declareSettings, type Environment, readSettings } from '../../../platform/process/settings.ts'
import type { Company } from './carf/company.ts'

const schema = declareSettings({
  /** Code of the company at the UIAF. Without it monthly files are generated, and report that it is missing. */
  UIAF_ENTITY_CODE: z
    .string()
    .regex(/^[0-9A-Za-z]{1,8}$/)
    .optional(),
  /** Name of the company in the yearly report of crypto-assets. Without it, or the three below, the report cannot be approved. */
  CARF_COMPANY_NAME: z.string().min(1).max(200).optional(),
  /** NIT of the company with its check digit, as ten digits. */
  CARF_COMPANY_NIT: z
    .string()
    .regex(/^\d{10}$/)
    .optional(),
  /** Street and number of the company. */
  CARF_COMPANY_ADDRESS: z.string().min(1).max(200).optional(),
  /** City of that address. */
  CARF_COMPANY_CITY: z.string().min(1).max(200).optional(),
})

const DEMO_COMPANY: Company = { name: 'Tunjo (demo)', nit: '9000000000', address: 'Calle 1 1-1', city: 'Bogota' }

export const readRegulatorySettings = (env: Environment, { profile }: { profile: 'demo' | 'production' }) => {
  const { UIAF_ENTITY_CODE, ...given } = readSettings(schema, env)
  // A file of the demo is never sent.
  return {
    entityCode: UIAF_ENTITY_CODE ?? (profile === 'demo' ? '00000000' : null),
    company: companyOf(given) ?? (profile === 'demo' ? DEMO_COMPANY : null),
  }
}

type Given = Omit<z.output<typeof schema>, 'UIAF_ENTITY_CODE'>
function companyOf({ CARF_COMPANY_NAME: name, CARF_COMPANY_NIT: nit, CARF_COMPANY_ADDRESS: address, CARF_COMPANY_CITY: city }: Given) {
  return name && nit && address && city ? { name, nit, address, city } : null
}
