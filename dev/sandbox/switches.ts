/** Every fault that can be requested of the sandbox, kept as one record so that it survives a restart. */
import type { Sandbox } from './context.ts'
import { type ApiFault, type ApiFaultPoint, type Channel, initialSwitches, type Switches, type WebhookFault } from './switch-types.ts'

type Holder = Pick<Sandbox, 'store'>

export function readSwitches({ store }: Holder): Switches {
  return store.switches.get('switches') ?? initialSwitches
}

export function changeSwitches({ store }: Holder, change: Partial<Omit<Switches, 'id'>>): void {
  store.switches.put({ ...readSwitches({ store }), ...change })
}

/** The faults that apply to a webhook being written now; those meant for one webhook only are used up. */
export function takeWebhookFaults(sandbox: Holder, channel: Channel): WebhookFault[] {
  const { webhookFaults } = readSwitches(sandbox)
  const applies = (fault: WebhookFault) => fault.channel === 'all' || fault.channel === channel
  const remaining = webhookFaults.filter((fault) => !(applies(fault) && fault.scope === 'next'))
  if (remaining.length < webhookFaults.length) changeSwitches(sandbox, { webhookFaults: remaining })
  return webhookFaults.filter(applies)
}

export function takeApiFault(sandbox: Holder, point: ApiFaultPoint): ApiFault | undefined {
  const { apiFaults } = readSwitches(sandbox)
  const fault = apiFaults.find((candidate) => candidate.point === point)
  if (fault?.scope === 'next') changeSwitches(sandbox, { apiFaults: apiFaults.filter((candidate) => candidate !== fault) })
  return fault
}
