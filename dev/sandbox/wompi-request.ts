/** Body of POST /transactions as Wompi documents it. */
import * as z from 'zod'
import { pseInstitutions } from './banks.ts'

const MIN_PSE_CENTS = 150_000
const MAX_CENTS = 1_000_000_000_000

const institutionCodes = new Set(pseInstitutions.map((institution) => institution.financial_institution_code))

const PaymentMethod = z.object({
  type: z.literal('PSE'),
  user_type: z.union([z.literal(0), z.literal(1)]),
  // The documentation names CC and NIT only; the other codes are those of Wompi's wider list of documents.
  user_legal_id_type: z.enum(['CC', 'NIT', 'CE', 'PP', 'OTHER']),
  user_legal_id: z.string().min(4).max(20),
  financial_institution_code: z.string().refine((code) => institutionCodes.has(code), 'El banco no existe'),
  payment_description: z.string().min(1).max(64),
  // Required of merchants classed as "Servicios Financieros": payer's IP, opening date of the product, document of its holder.
  reference_one: z.union([z.ipv4(), z.ipv6()]),
  reference_two: z.string().regex(/^\d{8}$/, 'Debe ser una fecha con la forma aaaammdd'),
  reference_three: z.string().min(4).max(20),
})

export const TransactionRequest = z.object({
  acceptance_token: z.string(),
  accept_personal_auth: z.string(),
  amount_in_cents: z.int().min(MIN_PSE_CENTS, 'El monto mínimo para PSE es $ 1.500').max(MAX_CENTS),
  currency: z.literal('COP'),
  signature: z.string(),
  customer_email: z.email(),
  reference: z.string().min(1).max(255),
  redirect_url: z.url({ protocol: /^https?$/ }),
  expiration_time: z.iso.datetime().optional(),
  payment_method_type: z.literal('PSE'),
  payment_method: PaymentMethod,
  customer_data: z.object({
    phone_number: z.string().regex(/^\d{7,15}$/, 'El teléfono no es válido'),
    full_name: z.string().min(1).max(255),
  }),
})

export type TransactionRequest = z.infer<typeof TransactionRequest>
