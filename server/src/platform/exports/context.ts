/** Shared context of exports. */
import type { AuditValue } from '../audit/index.ts'
import type { Platform } from '../module.ts'
import type { Asking, Sheet } from './types.ts'

/** List under its name; its filter is parsed inside. */
export interface RegisteredKind {
  readonly fileName: string
  /** The filter as the audit trail may have it. */
  recorded(filter: unknown, accountId: string): Promise<AuditValue>
  sheet(filter: unknown, asking: Asking): Promise<Sheet>
}

export interface ExportsContext extends Pick<Platform, 'db' | 'clock' | 'files' | 'audit' | 'jobs'> {
  readonly kinds: ReadonlyMap<string, RegisteredKind>
  readonly rowsAtOnce: number
}
