/** Monthly limits of a person, by calendar month of Bogotá (KYC-02; used as a negative number on the wire alone, SEC-29). */
import * as z from 'zod'
import { endpoint } from './endpoint.ts'
import { copAmount } from './money.ts'

/** COP; null = no limit (level 3). */
const maximum = copAmount.nullable()

export const limits = {
  levels: endpoint({
    method: 'GET',
    path: '/payment/volumes/levels',
    role: 'PUBLIC',
    summary: 'Monthly limit of each verification level and direction, as configured now; null = no limit',
    response: z.array(z.object({ level: z.int(), maximum })),
    errors: [],
  }),
  withdrawalVolume: endpoint({
    method: 'GET',
    path: '/payment/volumes/users/withdrawal/volume',
    role: 'ROLE_USER',
    summary: 'Withdrawals of this month, as a negative number (KYC-02), and the maximum; null = no limit',
    response: z.object({ withdrawal: copAmount, maximum }),
    errors: [],
  }),
  depositVolume: endpoint({
    method: 'GET',
    path: '/payment/volumes/users/deposit/volume',
    role: 'ROLE_USER',
    summary: 'Deposits of this month and the maximum; null = no limit',
    response: z.object({ deposit: copAmount, maximum }),
    errors: [],
  }),
}
