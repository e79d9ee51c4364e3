/** Keys of a ledger under test: all over one database have the same, as all processes of the product have. */
import { createSecrets } from '../../../platform/secrets.ts'

export const TEST_KEYS = { secrets: createSecrets(Buffer.alloc(32, 7)), env: {} }
