/** State machine of a device in one account. */
import type { Device } from '@tunjo/contract/devices'
import { stateMachine } from '../../../../../platform/state-machine/machine.ts'

export type DeviceState = Device['state']

export const DEVICE_STATES = stateMachine<DeviceState>({
  name: 'identity.device',
  title: 'Device',
  states: ['unconfirmed', 'known', 'blocked'],
  initial: 'unconfirmed',
  final: ['blocked'],
  transitions: [
    { from: ['unconfirmed'], to: 'known', on: 'the first one, one like a known one, or confirmed by mail', by: ['system', 'customer'] },
    { from: ['unconfirmed', 'known'], to: 'blocked', on: 'the person denied a sign-in of it', by: ['customer'] },
  ],
})
