/** What the pretended providers share. */
import type { Loop } from './loop.ts'
import type { SandboxSecrets } from './secrets.ts'
import type { Store } from './store.ts'

export interface SandboxLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}

/** What every part of the sandbox shares. `publicUrl` is where a browser reaches it. */
export interface Sandbox {
  store: Store
  secrets: SandboxSecrets
  log: SandboxLog
  /** Epoch milliseconds. */
  clock: () => number
  publicUrl: () => string
  webhookLoop: Pick<Loop, 'wake'>
  payoutLoop: Pick<Loop, 'wake'>
  /** Resolves early when the sandbox stops, so that no simulated hang outlives it. */
  delay: (ms: number) => Promise<void>
}
