/**
 * Step-up authentication (ID-10): the server receives the intended call, the dialog of parts/step-up asks the person, and the call waits
 * for the grant. One dialog at a time: a second call waits for the first.
 */
import { type Authorize, client } from '@tunjo/contract/client'
import { type StepUp, type StepUpMethod, stepUp } from '@tunjo/contract/step-up'
import { StepUpCancelled } from './failure.ts'
import { send } from './transport.ts'

export { StepUpCancelled }

const calls = client(stepUp, send)

export interface Proof {
  method: StepUpMethod
  code?: string
  passkey?: Record<string, unknown>
}
export interface Approval {
  /** The server's description of the action. */
  readonly asked: StepUp
  /** Requests a new challenge after the first expired. */
  again: () => Promise<StepUp>
  grant: (grant: string) => void
  cancel: () => void
}

let approval: Approval | null = null
let turn: Promise<unknown> = Promise.resolve()
const listeners = new Set<() => void>()

export const currentApproval = (): Approval | null => approval
export function onApprovalChange(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** For `client(…)`: rejects with `StepUpCancelled` when the person cancels, with the server's refusal when there is no challenge. */
export const authorize: Authorize = ({ method, path }, values) => {
  const begin = () => calls.begin({ body: { call: `${method} ${path}`, ...values } })
  const answer = turn.then(async () => {
    const asked = await begin()
    return new Promise<string>((grant, reject) => {
      show({ asked, again: begin, grant, cancel: () => reject(new StepUpCancelled()) })
    }).finally(() => show(null))
  })
  turn = answer.catch(() => undefined)
  return answer
}

/** Returns the grant. */
export const proveStepUp = async (id: string, proof: Proof): Promise<string> => (await calls.verify({ params: { id }, body: proof })).grant
export const mailAnotherCode = (id: string) => calls.resend({ params: { id } })

function show(next: Approval | null): void {
  approval = next
  for (const listener of listeners) listener()
}
