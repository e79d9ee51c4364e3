/** Settings of the inspection of uploads. */
import * as z from 'zod'
import { declareSettings, type Environment, readSettings } from '../process/settings.ts'

const schema = declareSettings({
  /** Address of clamd: `/run/clamav/clamd.ctl`, or `host:3310`. Without it files are not scanned for malware. */
  CLAMAV_ADDRESS: z
    .string()
    .regex(/^(\/.+|[^/:\s]+:\d{1,5})$/, 'needs the path of a socket or host:port')
    .optional(),
})

export type ScannerAddress = { path: string } | { host: string; port: number }

export function readScannerAddress(env: Environment): ScannerAddress | null {
  const { CLAMAV_ADDRESS: address } = readSettings(schema, env)
  if (!address) return null
  if (address.startsWith('/')) return { path: address }
  const [host = '', port] = address.split(':')
  return { host, port: Number(port) }
}
