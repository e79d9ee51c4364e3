/** Customer verification (S1 §3.2, §7). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'

export const kyc = {
  kycVerified: endpoint({
    method: 'GET',
    path: '/kyc/users/natural/kyc-verified',
    role: 'ROLE_USER',
    summary: 'Level in progress (0 before the survey) and whether that level is verified',
    response: z.object({ currentLevel: z.int().min(0).max(3), isVerified: z.boolean() }),
    errors: [],
  }),
}
