/** Roles of the database that the settings name: its owner, the product's role and the signer's. */

import type { ConnectionSettings } from '../platform/database/database.ts'
import type { DatabaseAccess } from '../platform/database/prepare-database.ts'
import type { PlatformSettings } from '../platform/process/config.ts'

type Given = Pick<PlatformSettings, 'databaseMigrationUrl' | 'databaseSignerUrl' | 'databaseSignerRole'>

export function databaseAccess(
  url: string,
  { databaseMigrationUrl, databaseSignerUrl, databaseSignerRole }: Given,
): DatabaseAccess & { readonly owner: ConnectionSettings } {
  const given = { connectionString: url }
  const signer = databaseSignerUrl === null ? null : { connectionString: databaseSignerUrl }
  const signers = { signer, signerRole: databaseSignerRole }
  if (databaseMigrationUrl === null) return { owner: given, application: null, ...signers }
  return { owner: { connectionString: databaseMigrationUrl }, application: given, ...signers }
}
