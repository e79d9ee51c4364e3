/**
 * A device as officers refer to it: by the id of its row, for which identity publishes the key of the browser. Comparing keys finds it in
 * every account.
 */
import { sql } from 'kysely'
import { validate as isUuid } from 'uuid'
import type { Connection } from '../../../platform/database/database.ts'
import type { ListedValue } from './listed-value.ts'

interface DeviceRow {
  readonly deviceKey: string
  readonly system: string
  readonly browser: string
}
const SEEN_LETTERS = 4

/** Null when no customer has the device. */
export async function readDevice(connection: Connection, typed: string): Promise<ListedValue | null> {
  const id = typed.trim()
  if (!isUuid(id)) return null
  const found = await sql<DeviceRow>`SELECT device_key AS "deviceKey", system, browser FROM identity.customer_device
    WHERE id = ${id}`.execute(connection)
  const [device] = found.rows
  return device
    ? { text: device.deviceKey, masked: `${device.system}, ${device.browser} •••${device.deviceKey.slice(-SEEN_LETTERS)}` }
    : null
}
