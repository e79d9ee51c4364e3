/** Keys of a ledger under test: the same for all ledgers over one database, as for all processes of the product. */
import { createSecrets } from '../../../../platform/secrets/secrets.ts'

export const TEST_KEYS = { secrets: createSecrets(Buffer.alloc(32, 7)), env: {} }
