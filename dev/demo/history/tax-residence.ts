/** Certifications of tax residence of the demo's customers. */
import { TAX_STATEMENT_VERSION, type TaxResidence, taxCertifications } from '@tunjo/contract/tax-certifications'
import { taxCertify } from '@tunjo/contract/tax-certify'
import { DEMO_PASSWORD } from '../people.ts'
import type { Site, Step } from './types.ts'
import { visitorAt } from './visitor.ts'

const COLOMBIA: TaxResidence = { country: 'CO', tin: null, noTinReason: null }

/** Certify residence in Colombia and elsewhere, once. */
export const certified = (site: Site, { email }: { readonly email: string }, ...elsewhere: readonly TaxResidence[]): Step => ({
  name: `residencia-fiscal-${email}`,
  async run() {
    const calls = visitorAt(site, { email, password: DEMO_PASSWORD })({ ...taxCertifications, ...taxCertify })
    const { isOpen, certification } = await calls.taxCertification({})
    if (!isOpen || certification) return
    const residences = [COLOMBIA, ...elsewhere]
    await calls.certifyTaxResidence({ body: { from: 0, residences, statementVersion: TAX_STATEMENT_VERSION, accepted: true } })
  },
})
