/** One call to make the sandbox misbehave: POST /controls, the page at / and the object given to tests all use it. */
import * as z from 'zod'
import { addTransfer } from './bank.ts'
import type { Sandbox } from './context.ts'
import { releaseHold, settlePayoutTransaction } from './payout-process.ts'
import {
  apiFaultKinds,
  apiFaultPoints,
  channels,
  initialSwitches,
  priceModes,
  priceSources,
  type Switches,
  webhookFaultKinds,
} from './switch-types.ts'
import { changeSwitches, readSwitches } from './switches.ts'
import { resend } from './webhooks.ts'
import { settle } from './wompi-transaction.ts'

const MAX_MS = 7 * 24 * 60 * 60 * 1000
const scope = z.enum(['next', 'reset']).default('next')
const value = z.preprocess((input) => (input === '' ? undefined : input), z.coerce.number().int().min(0).max(MAX_MS).optional())
const milliseconds = z.int().min(0).max(MAX_MS)

export const ControlCommand = z.discriminatedUnion('action', [
  z.object({
    action: z.literal('webhook-fault'),
    kind: z.enum(webhookFaultKinds),
    channel: z.enum([...channels, 'all']).default('all'),
    scope,
    value,
  }),
  z.object({ action: z.literal('api-fault'), kind: z.enum(apiFaultKinds), point: z.enum(apiFaultPoints), scope, value }),
  z.object({ action: z.literal('prices'), source: z.enum(priceSources), mode: z.enum(priceModes), value }),
  z.object({
    action: z.literal('set-transaction'),
    transactionId: z.string(),
    status: z.enum(['APPROVED', 'DECLINED', 'ERROR', 'VOIDED']),
  }),
  z.object({
    action: z.literal('set-payout-transaction'),
    payoutId: z.string(),
    transactionId: z.string(),
    status: z.enum(['PENDING', 'PROCESSING', 'APPROVED', 'FAILED', 'REJECTED', 'CANCELLED']),
    failureCode: z.string().optional(),
  }),
  z.object({ action: z.literal('release-hold'), payoutId: z.string(), decision: z.enum(['approve', 'reject']) }),
  z.object({ action: z.literal('resend-webhook'), webhookId: z.string() }),
  z.object({
    action: z.literal('configure'),
    payoutDelayMs: milliseconds.optional(),
    tusdatosDelayMs: milliseconds.optional(),
    tusdatosName: z.string().max(200).optional(),
    tusdatosReport: z.enum(['whole', 'empty', 'another']).optional(),
    tusdatosDocumentState: z.string().max(200).optional(),
    tusdatosRutState: z.string().max(200).optional(),
    webhookRetryDelaysMs: z.array(milliseconds).max(10).optional(),
    webhookUrls: z.partialRecord(z.enum(channels), z.url()).optional(),
  }),
  z.object({
    action: z.literal('bank-transfer'),
    direction: z.enum(['in', 'out']).default('in'),
    /** Whole pesos. */
    amount: z.coerce.number().int().min(1).max(100_000_000_000),
    reference: z.string().max(100).default(''),
    description: z.string().max(200).default('TRANSFERENCIA'),
    name: z.string().max(100).default(''),
    document: z.string().max(40).default(''),
  }),
  z.object({ action: z.literal('reset') }),
])

export type ControlCommand = z.input<typeof ControlCommand>

/** Returns the switches after the command. @throws ZodError for a malformed command, an Error for an unknown id */
export function applyCommand(sandbox: Sandbox, input: unknown): Switches {
  const command = ControlCommand.parse(input)
  const { webhookFaults, apiFaults, prices } = readSwitches(sandbox)
  switch (command.action) {
    case 'webhook-fault': {
      const { action: _, ...fault } = command
      changeSwitches(sandbox, { webhookFaults: [...webhookFaults, fault] })
      break
    }
    case 'api-fault': {
      const { action: _, ...fault } = command
      changeSwitches(sandbox, { apiFaults: [...apiFaults, fault] })
      break
    }
    case 'prices':
      changeSwitches(sandbox, {
        prices: { ...prices, [command.source]: { mode: command.mode, value: command.value, sinceMs: sandbox.clock() } },
      })
      break
    case 'set-transaction': {
      const transaction = sandbox.store.transactions.get(command.transactionId)
      if (!transaction) throw new Error('No existe esa transacción')
      settle(sandbox, transaction, command.status)
      break
    }
    case 'set-payout-transaction':
      if (!sandbox.store.payouts.get(command.payoutId)) throw new Error('No existe ese lote')
      settlePayoutTransaction(sandbox, command.payoutId, command.transactionId, command.status, command.failureCode)
      break
    case 'release-hold':
      if (!releaseHold(sandbox, command.payoutId, command.decision)) throw new Error('Ese lote no está retenido')
      break
    case 'resend-webhook':
      if (!resend(sandbox, command.webhookId)) throw new Error('No existe ese webhook')
      break
    case 'bank-transfer':
      addTransfer(sandbox, command)
      break
    case 'configure':
      changeSwitches(sandbox, configured(readSwitches(sandbox), command))
      break
    case 'reset':
      changeSwitches(sandbox, { ...initialSwitches, webhookUrls: readSwitches(sandbox).webhookUrls })
  }
  sandbox.webhookLoop.wake()
  return readSwitches(sandbox)
}

type Configuration = Partial<
  Pick<
    Switches,
    | 'payoutDelayMs'
    | 'tusdatosDelayMs'
    | 'tusdatosName'
    | 'tusdatosReport'
    | 'tusdatosDocumentState'
    | 'tusdatosRutState'
    | 'webhookRetryDelaysMs'
    | 'webhookUrls'
  >
>
const configured = (before: Switches, { webhookUrls, ...change }: Configuration): Configuration => ({
  payoutDelayMs: change.payoutDelayMs ?? before.payoutDelayMs,
  tusdatosDelayMs: change.tusdatosDelayMs ?? before.tusdatosDelayMs,
  tusdatosName: change.tusdatosName ?? before.tusdatosName,
  tusdatosReport: change.tusdatosReport ?? before.tusdatosReport,
  tusdatosDocumentState: change.tusdatosDocumentState ?? before.tusdatosDocumentState,
  tusdatosRutState: change.tusdatosRutState ?? before.tusdatosRutState,
  webhookRetryDelaysMs: change.webhookRetryDelaysMs ?? before.webhookRetryDelaysMs,
  webhookUrls: { ...before.webhookUrls, ...webhookUrls },
})
