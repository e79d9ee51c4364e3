/** State machine of a device: its row. */
import { sql } from 'kysely'
import type { Transaction } from '../../../../../platform/database/database.ts'
import { type Actor, type Aggregate, begin, move, SYSTEM } from '../../../../../platform/state-machine/index.ts'
import { insertDevice, type SeenDevice } from './device-store.ts'
import { DEVICE_STATES, type DeviceState } from './states.ts'

interface DeviceRow {
  readonly id: string
  readonly state: DeviceState
}
export const DEVICE: Aggregate<DeviceState, DeviceRow> = {
  machine: DEVICE_STATES,
  table: 'device',
  columns: [],
  keyOf: ({ id }) => ({ id }),
}

export async function lockDevice(tx: Transaction, id: string): Promise<DeviceRow | undefined> {
  const found = await sql<DeviceRow>`SELECT id, state FROM identity.device WHERE id = ${id} FOR NO KEY UPDATE`.execute(tx)
  return found.rows[0]
}

export async function beginDevice(tx: Transaction, seen: Omit<SeenDevice, 'state'>, { isKnown }: { isKnown: boolean }): Promise<void> {
  const device = { ...seen, state: DEVICE_STATES.initial }
  await insertDevice(tx, device)
  await begin(tx, DEVICE, device, { at: seen.at, actor: SYSTEM })
  if (isKnown) await move(tx, DEVICE, device, { to: 'known', at: seen.at, actor: SYSTEM })
}

/** A blocked device stays blocked, with any later answer. */
export async function moveDevice(tx: Transaction, id: string, change: { to: 'known' | 'blocked'; at: Date; actor: Actor }): Promise<void> {
  const device = await lockDevice(tx, id)
  if (device) await move(tx, DEVICE, device, { ...change, illegal: 'ignore' })
}
