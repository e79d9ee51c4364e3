/** A PSE payment as the simulated Wompi keeps it. */
import type { TransactionRequest } from './wompi-request.ts'

/** VOIDED: annulled after it was approved. The bank page never produces it. */
type PseStatus = 'PENDING' | 'APPROVED' | 'DECLINED' | 'ERROR' | 'VOIDED'
export type FinalPseStatus = Exclude<PseStatus, 'PENDING' | 'VOIDED'>

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
