/** Certify the own tax residence. */
import { client } from '@tunjo/contract/client'
import type { Request } from '@tunjo/contract/endpoint'
import { taxCertify } from '@tunjo/contract/tax-certify'
import { send } from './transport.ts'

const calls = client(taxCertify, send)

export const certifyTaxResidence = (body: Request<typeof taxCertify.certifyTaxResidence>['body']) => calls.certifyTaxResidence({ body })
