/** HTTP route of the certifications of tax residence of a person, as officers read them. */
import { officerTaxCertifications } from '@tunjo/contract/person-tax'
import { implement, type Route } from '../../../../platform/http/route.ts'
import type { ComplianceContext } from '../context.ts'
import { personRead } from './routes.ts'

export const taxRoutes = (context: ComplianceContext): Route[] =>
  implement(officerTaxCertifications, {
    async personTaxCertifications(read) {
      const { id } = await personRead(context, read, 'tax')
      const found = await context.kyc.taxCertifications(id)
      return { certifications: found.map((one) => ({ ...one, certifiedAt: one.certifiedAt.toISOString() })) }
    },
  })
