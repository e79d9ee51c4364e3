/** The merchant and the two contracts its customers accept. Tokens are dated and signed: neither old nor swapped ones pass. */
import { createHash } from 'node:crypto'
import type { Sandbox } from './context.ts'

export type ContractType = 'END_USER_POLICY' | 'PERSONAL_DATA_AUTH'

const TOKEN_LIFETIME_MS = 60 * 60 * 1000

export const contractPages: Record<ContractType, { path: string; title: string }> = {
  END_USER_POLICY: { path: '/wompi/contratos/reglamento', title: 'Reglamento de usuarios (ambiente de pruebas)' },
  PERSONAL_DATA_AUTH: { path: '/wompi/contratos/datos-personales', title: 'Autorización de datos personales (ambiente de pruebas)' },
}

export function toMerchantView(sandbox: Sandbox): Record<string, unknown> {
  const contract = (type: ContractType) => ({
    acceptance_token: signToken(type, sandbox.clock() + TOKEN_LIFETIME_MS, sandbox.secrets.wompi.privateKey),
    permalink: `${sandbox.publicUrl()}${contractPages[type].path}`,
    type,
  })
  return {
    id: 1,
    name: 'Tunjo',
    legal_name: 'TUNJO PRUEBAS S.A.S.',
    legal_id: '900000000-5',
    legal_id_type: 'NIT',
    active: true,
    email: 'pruebas@tunjo.example',
    public_key: sandbox.secrets.wompi.publicKey,
    accepted_currencies: ['COP'],
    accepted_payment_methods: ['PSE'],
    presigned_acceptance: contract('END_USER_POLICY'),
    presigned_personal_data_auth: contract('PERSONAL_DATA_AUTH'),
  }
}

export function isAcceptanceToken(token: string, type: ContractType, facts: { privateKey: string; now: number }): boolean {
  const expiresAt = Number(token.split('.')[1])
  return Number.isSafeInteger(expiresAt) && expiresAt > facts.now && token === signToken(type, expiresAt, facts.privateKey)
}

function signToken(type: ContractType, expiresAt: number, privateKey: string): string {
  const signature = createHash('sha256').update(`${type}${expiresAt}${privateKey}`).digest('base64url')
  return `${Buffer.from(type).toString('base64url')}.${expiresAt}.${signature}`
}
