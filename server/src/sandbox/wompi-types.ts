/** A PSE payment as the simulated Wompi keeps it. */
import type { TransactionRequest } from './wompi-request.ts'

type PseStatus = 'PENDING' | 'APPROVED' | 'DECLINED' | 'ERROR'
export type FinalPseStatus = Exclude<PseStatus, 'PENDING'>

export interface PseTransaction {
  id: string
  request: TransactionRequest
  status: PseStatus
  statusMessage: string | null
  createdAt: number
  finalizedAt: number | null
  ticket: string
  ticketUsed: boolean
  reads: number
}
