/** Addresses of the official list files. A list without an address is only sent by officers. Production accepts https only. */
import type { ListName } from '@tunjo/contract/screening'
import * as z from 'zod'
import { isLocalNetwork, isLoopbackHost, plainHost } from '../../../../platform/http/network.ts'
import { declareSettings, type Environment, readSettings, SettingsInvalid } from '../../../../platform/process/settings.ts'

const addresses = z
  .string()
  .default('')
  .transform((text) => text.split(/\s+/).filter(Boolean))
  .pipe(z.array(z.url({ protocol: /^https?$/ })))
const schema = declareSettings({
  /** Four addresses: sdn.csv, alt.csv, add.csv and sdn_comments.csv, in this order. */
  SCREENING_OFAC_URLS: addresses,
  /** List of the United Nations. */
  SCREENING_UN_URL: addresses,
  /** List of the European Union. */
  SCREENING_EU_URL: addresses,
  /** List of politically exposed persons. */
  SCREENING_PEP_URL: addresses,
})

/** Files of one list in the order in which they are read; empty: no file is fetched. */
export type ListSources = Readonly<Record<ListName, readonly string[]>>

export function readListSources(env: Environment, { profile }: { profile: 'demo' | 'production' }): ListSources {
  const read = readSettings(schema, env)
  const sources = { ofac: read.SCREENING_OFAC_URLS, un: read.SCREENING_UN_URL, eu: read.SCREENING_EU_URL, pep: read.SCREENING_PEP_URL }
  if (profile === 'production' && Object.values(sources).flat().some(isUnsafe))
    throw new SettingsInvalid('SCREENING_…_URL must be https addresses of the real publishers in production.')
  // Credentials in addresses would appear in logs of publishers and proxies, and no publisher requires them.
  if (Object.values(sources).flat().some(hasCredentials)) throw new SettingsInvalid('SCREENING_…_URL must have no user and no password.')
  return sources
}

function isUnsafe(address: string): boolean {
  const { protocol, hostname } = new URL(address)
  return protocol !== 'https:' || isLoopbackHost(hostname) || isLocalNetwork(plainHost(hostname))
}

function hasCredentials(address: string): boolean {
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}
